import type { TenantId } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import type { Period } from '../domain/activity/period.js';
import { auditEntryTable } from './audit-entry-table.js';

/** Null: all. The days are included. */
export interface AuditFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly action: string | null;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
  readonly actorId: string | null;
  /** Reads of entities alone. */
  readonly onlyReads: boolean;
}

/** Where an export goes on. */
export interface AuditPlace {
  readonly happenedAtMs: number;
  readonly auditId: string;
}

const filtered = `
  FROM world.audit_entry AS t
 WHERE t.tenant_id = $1
   AND ($2::date IS NULL OR t.happened_at >= $2::date::timestamp AT TIME ZONE 'UTC')
   AND ($3::date IS NULL OR t.happened_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
   AND ($4::text IS NULL OR t.action = $4) AND ($5::text IS NULL OR t.resource_type = $5)
   AND ($6::text IS NULL OR t.resource_id = $6) AND ($7::text IS NULL OR split_part(t.actor, ':', 2) = $7)
   AND (NOT $8::boolean OR t.category = 'entity_reads')`;
const valuesOf = (tenantId: TenantId, filter: AuditFilter) => [
  ...[tenantId, filter.from, filter.to, filter.action, filter.resourceType, filter.resourceId],
  filter.actorId,
  filter.onlyReads,
];

/** Newest first. */
export function auditPage(
  tenantId: TenantId,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Statement {
  return {
    name: 'world.audit_page',
    text: `SELECT ${auditEntryTable.selection('t')} ${filtered}
            ORDER BY t.happened_at DESC, t.audit_id DESC LIMIT $9 OFFSET $10`,
    values: [...valuesOf(tenantId, filter), limit, offset],
  };
}

export function auditTotal(tenantId: TenantId, filter: AuditFilter): Statement {
  return {
    name: 'world.audit_total',
    text: `SELECT count(*)::float8 AS total ${filtered}`,
    values: valuesOf(tenantId, filter),
  };
}

/** Whether the workspace has the entity, or had it and somebody read it. */
export function knownEntity(tenantId: TenantId, entityId: string): Statement {
  return {
    name: 'world.known_entity',
    text: `SELECT FROM world.entity WHERE tenant_id = $1 AND entity_id = $2
            UNION ALL
           (SELECT FROM world.audit_entry
             WHERE tenant_id = $1 AND resource_id = $2 AND category = 'entity_reads' LIMIT 1)`,
    values: [tenantId, entityId],
  };
}

/** Oldest first, after a place. */
export function auditAfter(
  tenantId: TenantId,
  filter: AuditFilter,
  after: AuditPlace | null,
  limit: number,
): Statement {
  return {
    name: 'world.audit_after',
    text: `SELECT ${auditEntryTable.selection('t')} ${filtered}
              AND (t.happened_at, t.audit_id) > (coalesce($9::timestamptz, '-infinity'), coalesce($10::text, ''))
            ORDER BY t.happened_at, t.audit_id LIMIT $11`,
    values: [
      ...valuesOf(tenantId, filter),
      after && new Date(after.happenedAtMs).toISOString(),
      after?.auditId ?? null,
      limit,
    ],
  };
}

export interface AuditCountRow {
  readonly isAction: boolean;
  readonly key: string;
  readonly count: number;
}

/** By action, and by the 100 actors who did most. */
export function auditCounts(tenantId: TenantId, { from, to }: Period): Statement {
  return {
    name: 'world.audit_counts',
    text: `
      WITH entries AS (
        SELECT action, actor FROM world.audit_entry
         WHERE tenant_id = $1 AND happened_at >= $2::date::timestamp AT TIME ZONE 'UTC'
           AND happened_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC')
      (SELECT true AS "isAction", action AS key, count(*)::float8 AS count FROM entries GROUP BY action)
      UNION ALL
      (SELECT false, actor, count(*)::float8 AS count FROM entries GROUP BY actor ORDER BY count DESC, actor LIMIT 100)
      ORDER BY "isAction", count DESC, key`,
    values: [tenantId, from, to],
  };
}
