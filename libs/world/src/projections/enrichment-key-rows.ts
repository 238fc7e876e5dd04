import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { EnrichmentKeyEvent, EnrichmentKeyState } from '../domain/enrichment-key/enrichment-key.js';
import { enrichmentKeyTable } from './enrichment-key-table.js';

/** The unique key behind "an entity type has one living key of a name". */
export const enrichmentKeyNameKey = 'enrichment_key_name_key';

/** The row follows from the state; a deleted key has none. */
export function enrichmentKeyRows({
  tenantId,
  before,
  after,
}: AggregateChange<EnrichmentKeyState, EnrichmentKeyEvent>): readonly SqlFragment[] {
  const rowOf = (state: EnrichmentKeyState) => (state?.isDeleted === false ? { ...state, tenantId } : null);
  return enrichmentKeyTable.sync(rowOf(before), rowOf(after));
}
