import { column, defineTable, instant, unlisted, type ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';

/** Which aggregate an entry follows from. */
export type AuditCategory = 'audited_resource' | 'audit_export' | 'entity_reads';

interface AuditEntryRow {
  readonly tenantId: TenantId;
  readonly category: AuditCategory;
  /** Id of the aggregate. */
  readonly ownerId: string;
  readonly auditId: string;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly happenedAtMs: number;
}

/** The audit trail: a row for each thing that somebody did. */
export const auditEntryTable = defineTable<AuditEntryRow>()('world.audit_entry', {
  owner: { tenant: 'tenant_id', id: 'owner_id', category: 'category' },
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    ownerId: unlisted(column((row) => row.ownerId)),
    auditId: column((row) => row.auditId),
  },
  fixed: {
    category: unlisted(column((row) => row.category)),
    action: column((row) => row.action),
    resourceType: column((row) => row.resourceType),
    resourceId: column((row) => row.resourceId),
    actor: column((row) => row.actor),
    requestId: column((row) => row.requestId),
    happenedAtMs: instant((row) => row.happenedAtMs),
  },
});

export type AuditEntry = ListedRow<typeof auditEntryTable>;
