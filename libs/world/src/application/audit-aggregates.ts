import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  auditExportDecider,
  type AuditExport,
  type AuditExportEvent,
  type ExportAudit,
} from '../domain/audit/audit-export.js';
import {
  auditedResourceDecider,
  type AuditChange,
  type AuditedResourceEvent,
  type AuditedResourceState,
} from '../domain/audit/audited-resource.js';
import { auditEntryTable } from '../projections/audit-entry-table.js';
import { auditedChangeRows, auditExportRows } from '../projections/audit-rows.js';

export const auditedResourceAggregate = defineAggregate<
  AuditedResourceState,
  AuditChange,
  AuditedResourceEvent
>({
  category: 'audited_resource',
  decider: auditedResourceDecider,
  subject: () => null,
  // A resource is changed without end.
  snapshots: { every: 32, shape: { sourceVersion: 'number' } },
  rows: auditedChangeRows,
  tables: [auditEntryTable],
});

export const auditExportAggregate = defineAggregate<AuditExport | null, ExportAudit, AuditExportEvent>({
  category: 'audit_export',
  decider: auditExportDecider,
  subject: () => null,
  rows: auditExportRows,
  tables: [auditEntryTable],
});

/** The changes of each resource, by its type and id. */
@Injectable()
export class AuditedResources extends CommandHandler<
  AuditedResourceState,
  AuditChange,
  AuditedResourceEvent
> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(auditedResourceAggregate, { store, database, clock });
  }
}

@Injectable()
export class AuditExports extends CommandHandler<AuditExport | null, ExportAudit, AuditExportEvent> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(auditExportAggregate, { store, database, clock });
  }
}
