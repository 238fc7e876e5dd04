import type { ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import { enrichmentKeyTable } from './enrichment-key-table.js';

export type ListedEnrichmentKey = ListedRow<typeof enrichmentKeyTable>;

export interface RequestedEnrichmentKeys {
  /** Null: all. */
  readonly entityType: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page in the order of creation and, when there is more, the key after it. */
export function enrichmentKeyPage(
  tenantId: TenantId,
  { entityType, limit, offset }: RequestedEnrichmentKeys,
): Statement {
  return {
    name: 'world.enrichment_key_page',
    text: `
      SELECT ${enrichmentKeyTable.selection('t')} FROM world.enrichment_key AS t
       WHERE t.tenant_id = $1 AND ($2::text IS NULL OR t.entity_type = $2)
       ORDER BY t.created_at, t.enrichment_key_id LIMIT $3 OFFSET $4`,
    values: [tenantId, entityType, limit + 1, offset],
  };
}
