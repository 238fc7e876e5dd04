import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import { enrichmentEntryTable } from './enrichment-table.js';
import type { EntityReader } from './entity-query.js';

export const timelineDomains = ['entity', 'enrichment', 'conversation'] as const;
export type TimelineDomain = (typeof timelineDomains)[number];

/** Something that happened to an entity. */
export interface Happening {
  readonly domain: TimelineDomain;
  /** Of the value, of the entity itself, or of the conversation. */
  readonly id: string;
  readonly entityId: string;
  readonly entityType: string;
  readonly source: string;
  readonly sourceSystem: string | null;
  readonly channel: string | null;
  readonly direction: string | null;
  readonly status: string | null;
  readonly happenedAtMs: number;
}

export interface RequestedTimeline {
  readonly tenantId: TenantId;
  /** Of all that are one. */
  readonly entityIds: readonly string[];
  /** Null: all. */
  readonly domain: TimelineDomain | null;
  readonly limit: number;
  readonly offset: number;
}

const happened = `
  SELECT 'entity' AS domain, e.entity_id AS id, e.entity_id, e.entity_type, e.source, e.source_system,
         e.facts ->> 'channel' AS channel, e.facts ->> 'direction' AS direction, e.facts ->> 'status' AS status, e.created_at AS at
    FROM world.entity AS e WHERE e.tenant_id = $1 AND e.entity_id = ANY($2::text[])
  UNION ALL
  SELECT 'enrichment', v.event_id, v.entity_id, e.entity_type, v.source, v.source_system, NULL, NULL, NULL, v.recorded_at
    FROM world.enrichment_entry AS v JOIN world.entity AS e USING (tenant_id, entity_id)
   WHERE v.tenant_id = $1 AND v.entity_id = ANY($2::text[])
  UNION ALL
  SELECT 'conversation', c.entity_id, c.entity_id, c.entity_type, c.source, c.source_system,
         c.facts ->> 'channel', c.facts ->> 'direction', c.facts ->> 'status', c.created_at
    FROM world.entity AS c
   WHERE c.tenant_id = $1 AND c.entity_type = 'conversation' AND c.facts ->> 'person_id' = ANY($2::text[])`;
const wanted = `FROM (${happened}) AS h WHERE ($3::text IS NULL OR h.domain = $3)`;

/** One page, the newest first, and how many there are. */
export async function listTimeline(
  { executor }: EntityReader,
  { tenantId, entityIds, domain, limit, offset }: RequestedTimeline,
): Promise<{ readonly happenings: readonly Happening[]; readonly total: number }> {
  const values = [tenantId, entityIds, domain];
  const { rows: happenings } = await executor.query<Happening>({
    name: 'world.timeline',
    text: `SELECT h.domain, h.id, h.entity_id AS "entityId", h.entity_type AS "entityType", h.source,
                  h.source_system AS "sourceSystem", h.channel, h.direction, h.status,
                  (extract(epoch FROM h.at) * 1000)::float8 AS "happenedAtMs"
             ${wanted} ORDER BY h.at DESC, h.domain, h.id DESC LIMIT $4 OFFSET $5`,
    values: [...values, limit, offset],
  });
  const { rows } = await executor.query<{ readonly total: number }>({
    name: 'world.count_timeline',
    text: `SELECT count(*)::float8 AS total ${wanted}`,
    values,
  });
  return { happenings, total: rows[0]?.total ?? 0 };
}

export type TimelineValue = ListedRow<typeof enrichmentEntryTable>;

/** The values of a page, in any order. @throws DomainError `service_unavailable` when keys are unavailable */
export async function findValues(
  { executor, keys }: EntityReader,
  tenantId: TenantId,
  entityIds: readonly string[],
  eventIds: readonly string[],
): Promise<readonly TimelineValue[]> {
  const { rows } = await executor.query<SealedRow<typeof enrichmentEntryTable>>({
    name: 'world.values_of_timeline',
    text: `SELECT ${enrichmentEntryTable.selection('t')} FROM world.enrichment_entry AS t
            WHERE t.tenant_id = $1 AND t.entity_id = ANY($2::text[]) AND t.event_id = ANY($3::text[])`,
    values: [tenantId, entityIds, eventIds],
  });
  return openRows(enrichmentEntryTable, rows, keys, ({ entityId }) => userSubject(tenantId, entityId));
}
