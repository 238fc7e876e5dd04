import { toPrismaScope } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Prisma, PrismaClient } from './gen/client.js';
import type { ServiceQuery } from './service-query.js';

type Visible = Pick<ServiceQuery, 'tenantId' | 'grants'>;

/** One answer holds them all; who has more tags filters by those that they know. */
const mostTagValues = 500;

/** The distinct tags of all services that the caller may see, as `key:value` or `key:`, sorted: the first 500. */
export async function serviceTagValues(prisma: PrismaClient, query: Visible): Promise<readonly string[]> {
  const tags = await prisma.serviceTag.groupBy({
    by: ['key', 'value'],
    where: { service: visibleTo(query) },
    orderBy: [{ key: 'asc' }, { value: { sort: 'asc', nulls: 'first' } }],
    take: mostTagValues,
  });
  return tags.map(({ key, value }) => `${key}:${value ?? ''}`).sort();
}

function visibleTo({ tenantId, grants }: Visible): Prisma.ServiceWhereInput {
  const scope = toPrismaScope<'Service:GetService', Prisma.ServiceWhereInput>(
    grants,
    'Service:GetService',
    {
      org_id: { constant: organizationOf(tenantId) },
      service_id: { where: (serviceId) => ({ serviceId }) },
    },
    { serviceId: { in: [] } },
  );
  return { AND: [{ tenantId }, ...scope] };
}
