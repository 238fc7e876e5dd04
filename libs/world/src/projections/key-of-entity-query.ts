import type { ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import { enrichmentKeyTable } from './enrichment-key-table.js';

export type KeyOfEntity = ListedRow<typeof enrichmentKeyTable>;

/** The living key of that name for the type of the entity. @returns undefined: no such entity; null: no such key */
export async function findKeyOfEntity(
  executor: Executor,
  tenantId: TenantId,
  entityId: string,
  key: string,
): Promise<KeyOfEntity | null | undefined> {
  const { rows } = await executor.query<KeyOfEntity>({
    name: 'world.key_of_entity',
    text: `SELECT ${enrichmentKeyTable.selection('k')} FROM world.entity AS e
             LEFT JOIN world.enrichment_key AS k
               ON k.tenant_id = e.tenant_id AND k.entity_type = e.entity_type AND k.key = $3
            WHERE e.tenant_id = $1 AND e.entity_id = $2`,
    values: [tenantId, entityId, key],
  });
  const [row] = rows;
  return row && ((row.enrichmentKeyId as string | null) === null ? null : row);
}
