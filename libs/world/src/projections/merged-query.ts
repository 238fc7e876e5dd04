import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';

/** An entity, and the one that stands for it and those that went up in it. */
export interface Merged {
  readonly entityId: string;
  /** Its own id where it stands for itself. */
  readonly rootId: string;
}

/** An entity whose other is gone stands for itself. */
export const standsForItself = (entity: string) =>
  `(${entity}.merged_into IS NULL OR NOT EXISTS (
     SELECT FROM world.entity AS other
      WHERE other.tenant_id = ${entity}.tenant_id AND other.entity_id = ${entity}.merged_into))`;

/** All who are one with these, those that stand for others first, then in the order in which they were known. */
export async function findMerged(
  executor: Executor,
  tenantId: TenantId,
  entityIds: readonly string[],
): Promise<readonly Merged[]> {
  const { rows } = await executor.query<Merged>({
    name: 'world.merged_entities',
    text: `
      WITH RECURSIVE up AS (
        SELECT e.entity_id, e.merged_into FROM world.entity AS e
         WHERE e.tenant_id = $1 AND e.entity_id = ANY($2::text[])
        UNION
        SELECT e.entity_id, e.merged_into FROM up
          JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = up.merged_into
      ), down AS (
        SELECT up.entity_id AS root_id, up.entity_id, 0 AS depth FROM up
         WHERE up.merged_into IS NULL OR NOT EXISTS (
           SELECT FROM world.entity AS e WHERE e.tenant_id = $1 AND e.entity_id = up.merged_into)
        UNION
        SELECT down.root_id, e.entity_id, down.depth + 1 FROM down
          JOIN world.entity AS e ON e.tenant_id = $1 AND e.merged_into = down.entity_id
      )
      SELECT down.entity_id AS "entityId", down.root_id AS "rootId" FROM down
        JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = down.entity_id
       ORDER BY down.depth, e.created_at, e.entity_id`,
    values: [tenantId, entityIds],
  });
  return rows;
}

/** Of all who are one with it, the one that was asked for last: an erasure that breaks off can be asked for again. */
export async function idsOfPerson(
  executor: Executor,
  tenantId: TenantId,
  entityId: string,
): Promise<readonly string[]> {
  const merged = await findMerged(executor, tenantId, [entityId]);
  const others = merged.map((one) => one.entityId).filter((id) => id !== entityId);
  return merged.length === 0 ? [] : [...others, entityId];
}
