import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { Identifier } from './entity-table.js';

export interface FoundIdentifier extends Identifier {
  readonly entityId: string;
}

/** The entities of a type that have one of these. At most 1,000. */
export async function findIdentifiers(
  executor: Executor,
  tenantId: TenantId,
  entityType: string,
  identifiers: readonly Identifier[],
): Promise<readonly FoundIdentifier[]> {
  if (identifiers.length === 0) return [];
  const { rows } = await executor.query<FoundIdentifier>({
    name: 'world.find_identifiers',
    text: `SELECT i.entity_id AS "entityId", i.kind, i.value
             FROM unnest($3::text[], $4::text[]) AS asked (kind, value)
             JOIN world.entity_identifier AS i
               ON i.tenant_id = $1 AND i.kind = asked.kind AND i.value = asked.value
             JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = i.entity_id AND e.entity_type = $2
            ORDER BY e.created_at, i.entity_id LIMIT 1000`,
    values: [
      tenantId,
      entityType,
      identifiers.map(({ kind }) => kind),
      identifiers.map(({ value }) => value),
    ],
  });
  return rows;
}
