import { toPrismaScope } from '@svc/auth';
import { VersionSet, type Service as ServiceMessage } from '@svc/contracts/agents';
import { organizationOf } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { Prisma, PrismaClient } from './gen/client.js';
import { servicePage, type ListedService } from './service-page-query.js';
import type { ServiceQuery } from './service-query.js';

export interface ServicePage {
  readonly services: readonly ServiceMessage[];
  readonly hasMore: boolean;
}

/** One page, in the order asked for; ties are broken by creation, then id. One statement. */
export async function listServices(executor: Executor, query: ServiceQuery): Promise<ServicePage> {
  const { rows } = await executor.query<ListedService>(servicePage(query));
  return { services: rows.slice(0, query.limit).map(toMessage), hasMore: rows.length > query.limit };
}

/** One answer holds them all; who has more tags filters by those that they know. */
const mostTagValues = 500;

/** The distinct tags of all services that the caller may see, as `key:value` or `key:`, sorted: the first 500. */
export async function serviceTagValues(
  prisma: PrismaClient,
  query: Pick<ServiceQuery, 'tenantId' | 'grants'>,
): Promise<readonly string[]> {
  const tags = await prisma.serviceTag.groupBy({
    by: ['key', 'value'],
    where: { service: visibleTo(query) },
    orderBy: [{ key: 'asc' }, { value: { sort: 'asc', nulls: 'first' } }],
    take: mostTagValues,
  });
  return tags.map(({ key, value }) => `${key}:${value ?? ''}`).sort();
}

function visibleTo({
  tenantId,
  grants,
}: Pick<ServiceQuery, 'tenantId' | 'grants'>): Prisma.ServiceWhereInput {
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

function toMessage(row: ListedService): ServiceMessage {
  const { serviceId, name, description, isActive, agentId, contextGraphId, keyterms } = row;
  return {
    serviceId,
    name,
    description,
    isActive,
    agentId,
    contextGraphId,
    keyterms: [...keyterms],
    versionSets: row.versionSets.map((set) => ({
      name: set.name,
      versionSet: VersionSet.fromJSON(JSON.parse(set.json)),
    })),
    tags: row.tags.map(({ key, value }) => ({ key, value: value ?? undefined })),
    creator: { orgId: row.creatorOrgId, userId: row.creatorUserId },
    updatedBy: { orgId: row.updatedByOrgId, userId: row.updatedByUserId },
  };
}
