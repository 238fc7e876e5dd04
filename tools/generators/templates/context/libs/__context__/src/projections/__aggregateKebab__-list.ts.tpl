import { permits, type Grant } from '@svc/auth';
import type { {{Aggregate}}Model } from './gen/models/{{Aggregate}}.js';
import type { ReadModels } from './read-models.js';

export interface {{Aggregate}}Page {
  readonly items: readonly {{Aggregate}}Model[];
  readonly hasMore: boolean;
}

/** What the grants let one see (`{{readPermission}}`), in the order of creation. */
export async function list{{Aggregate}}s(
  readModels: ReadModels,
  grants: readonly Grant[],
  orgId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{{Aggregate}}Page> {
  // All of an organization or none: a permission with conditions on the object needs toPrismaScope instead.
  if (!permits(grants, '{{readPermission}}', { org_id: orgId })) return { items: [], hasMore: false };
  const rows = await readModels.{{aggregate}}.findMany({
    where: { orgId },
    orderBy: [{ createdAt: 'asc' }, { {{aggregate}}Id: 'asc' }],
    skip: page.offset,
    take: page.limit + 1,
  });
  return { items: rows.slice(0, page.limit), hasMore: rows.length > page.limit };
}
