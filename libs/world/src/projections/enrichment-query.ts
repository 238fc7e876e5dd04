import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import { timestamp, type Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { classBounds } from '../domain/enrichment/winner.js';
import type { EntityReader } from './entity-query.js';
import { currentEnrichmentTable, enrichmentEntryTable } from './enrichment-table.js';

export interface ValuesOfEntity {
  readonly tenantId: TenantId;
  readonly entityId: string;
  /** As it was recorded by then. Null: now. */
  readonly asOfMs: number | null;
}

export type CurrentEnrichment = ListedRow<typeof currentEnrichmentTable>;

/** Values that count, in the order of their keys. */
export async function listCurrent(
  { executor, keys }: EntityReader,
  { tenantId, entityId, asOfMs }: ValuesOfEntity,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly CurrentEnrichment[]> {
  if (asOfMs !== null)
    return (await listWinners({ executor, keys }, { tenantId, entityId, asOfMs })).slice(
      offset,
      offset + limit,
    );
  const { rows } = await executor.query<SealedRow<typeof currentEnrichmentTable>>({
    name: 'world.current_enrichment',
    text: `SELECT ${currentEnrichmentTable.selection('t')} FROM world.current_enrichment AS t
            WHERE t.tenant_id = $1 AND t.entity_id = $2 ORDER BY t.key LIMIT $3 OFFSET $4`,
    values: [tenantId, entityId, limit, offset],
  });
  const subject = userSubject(tenantId, entityId);
  return openRows(currentEnrichmentTable, rows, keys, () => subject);
}

export type EnrichmentEntry = ListedRow<typeof enrichmentEntryTable> & { readonly isCurrent: boolean };

type EntryRow = SealedRow<typeof enrichmentEntryTable> & { readonly isCurrent: boolean };

/** The order of `judge`. */
const surestFirst = `(CASE ${classBounds.map((least, at) => `WHEN t.confidence >= ${least} THEN ${classBounds.length - at}`).join(' ')} ELSE 0 END) DESC,
  t.effective_at DESC, t.recorded_at DESC, t.event_id DESC`;

/** Of each key, the value that counted at that time. */
async function listWinners(
  { executor, keys }: EntityReader,
  { tenantId, entityId, asOfMs }: ValuesOfEntity & { readonly asOfMs: number },
): Promise<readonly EnrichmentEntry[]> {
  const { rows } = await executor.query<EntryRow>({
    name: 'world.enrichment_as_of',
    text: `SELECT DISTINCT ON (t.key) ${enrichmentEntryTable.selection('t')}, true AS "isCurrent"
             FROM world.enrichment_entry AS t
            WHERE t.tenant_id = $1 AND t.entity_id = $2 AND t.recorded_at <= $3::timestamptz AND t.confidence > 0
            ORDER BY t.key, ${surestFirst}`,
    values: [tenantId, entityId, timestamp(asOfMs)],
  });
  return openEntries(keys, tenantId, entityId, rows);
}

/** The newest first, and how many there are. */
export async function listEntries(
  { executor, keys }: EntityReader,
  { tenantId, entityId, asOfMs }: ValuesOfEntity,
  { key, limit }: { readonly key: string; readonly limit: number },
): Promise<{ readonly entries: readonly EnrichmentEntry[]; readonly total: number }> {
  const among = `FROM world.enrichment_entry AS t WHERE t.tenant_id = $1 AND t.entity_id = $2 AND t.key = $3
    AND ($4::timestamptz IS NULL OR t.recorded_at <= $4::timestamptz)`;
  const values = [tenantId, entityId, key, asOfMs === null ? null : timestamp(asOfMs)];
  const { rows } = await executor.query<EntryRow>({
    name: 'world.enrichment_history',
    text: `SELECT ${enrichmentEntryTable.selection('t')},
                  t.event_id IS NOT DISTINCT FROM
                    (SELECT t.event_id ${among} AND t.confidence > 0 ORDER BY ${surestFirst} LIMIT 1) AS "isCurrent"
             ${among} ORDER BY t.recorded_at DESC, t.event_id DESC LIMIT $5`,
    values: [...values, limit],
  });
  const counted = await executor.query<{ readonly total: number }>({
    name: 'world.count_enrichment_history',
    text: `SELECT count(*)::float8 AS total ${among}`,
    values,
  });
  const entries = await openEntries(keys, tenantId, entityId, rows);
  return { entries, total: counted.rows[0]?.total ?? 0 };
}

function openEntries(keys: SubjectKeys, tenantId: TenantId, entityId: string, rows: readonly EntryRow[]) {
  const subject = userSubject(tenantId, entityId);
  return openRows(enrichmentEntryTable, rows, keys, () => subject);
}

export interface ValuesCount {
  readonly entityId: string;
  readonly values: number;
  readonly lastAtMs: number;
}

/** How many values were written of each of these entities, and when the last one. */
export async function countValues(
  executor: Executor,
  tenantId: TenantId,
  entityIds: readonly string[],
): Promise<ReadonlyMap<string, ValuesCount>> {
  const { rows } = await executor.query<ValuesCount>({
    name: 'world.count_values',
    text: `SELECT entity_id AS "entityId", count(*)::float8 AS values,
                  (extract(epoch FROM max(recorded_at)) * 1000)::float8 AS "lastAtMs"
             FROM world.enrichment_entry WHERE tenant_id = $1 AND entity_id = ANY($2::text[]) GROUP BY entity_id`,
    values: [tenantId, entityIds],
  });
  return new Map(rows.map((row) => [row.entityId, row]));
}
