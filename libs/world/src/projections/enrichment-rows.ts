import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { EnrichmentEvent, EnrichmentState } from '../domain/enrichment/enrichment.js';
import { currentEnrichmentTable, enrichmentEntryTable } from './enrichment-table.js';

/** The unique key behind "a value is written once". */
export const enrichmentEntryKey = 'enrichment_entry_pkey';

/** One row for each value, and that of the value that counts. */
export function enrichmentRows({
  tenantId,
  id: enrichmentId,
  before,
  after,
  events,
}: AggregateChange<EnrichmentState, EnrichmentEvent>): readonly SqlFragment[] {
  const rowOf = ({ current }: EnrichmentState) => current && { ...current, tenantId, enrichmentId };
  return [
    ...currentEnrichmentTable.sync(rowOf(before), rowOf(after)),
    ...enrichmentEntryTable.insertAll(events.map(({ data }) => ({ ...data, tenantId, enrichmentId }))),
  ];
}
