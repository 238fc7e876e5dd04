import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { AuditExport, AuditExportEvent } from '../domain/audit/audit-export.js';
import type { AuditedResourceEvent, AuditedResourceState } from '../domain/audit/audited-resource.js';
import type { EntityReadsEvent } from '../domain/audit/entity-reads.js';
import { auditEntryTable } from './audit-entry-table.js';

/** A row for each event: none ever changes. */
export function auditedChangeRows({
  tenantId,
  id: ownerId,
  events,
}: AggregateChange<AuditedResourceState, AuditedResourceEvent>): readonly SqlFragment[] {
  const category = 'audited_resource';
  return auditEntryTable.insertAll(
    events.map(({ data: { changedAtMs: happenedAtMs, sourceVersion: _version, ...change } }) => ({
      ...{ tenantId, ownerId, category, happenedAtMs },
      ...change,
    })),
  );
}

export function auditExportRows({
  tenantId,
  id: ownerId,
  events,
}: AggregateChange<AuditExport | null, AuditExportEvent>): readonly SqlFragment[] {
  const category = 'audit_export';
  return auditEntryTable.insertAll(
    events.map(({ data: { exportId, actor, requestId, exportedAtMs: happenedAtMs } }) => ({
      ...{ tenantId, ownerId, category, happenedAtMs, actor, requestId },
      ...{ auditId: exportId, action: 'audit.exported', resourceType: 'audit', resourceId: exportId },
    })),
  );
}

export function entityReadRows({
  tenantId,
  id: ownerId,
  events,
}: AggregateChange<null, EntityReadsEvent>): readonly SqlFragment[] {
  const place = { tenantId, ownerId, category: 'entity_reads', resourceType: 'entity' } as const;
  return auditEntryTable.insertAll(
    events.flatMap(({ data: { reads, readAtMs: happenedAtMs } }) =>
      reads.map(({ entityId: resourceId, ...read }) => ({ ...place, ...read, resourceId, happenedAtMs })),
    ),
  );
}
