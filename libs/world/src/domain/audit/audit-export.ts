import type { Decider, DomainEvent, Timed } from '@svc/kernel';

export interface AuditExport {
  readonly exportId: string;
  readonly actor: string;
  readonly requestId: string;
  readonly exportedAtMs: number;
}

export type AuditExportEvent = DomainEvent<'AuditExported', AuditExport>;
export type ExportAudit = { readonly type: 'ExportAudit' } & Omit<AuditExport, 'exportedAtMs'>;

/** Null until it is begun. */
export const auditExportDecider: Decider<AuditExport | null, ExportAudit & Timed, AuditExportEvent> = {
  initialState: null,
  decide: (_state, { exportId, actor, requestId, atMs }) => [
    { type: 'AuditExported', data: { exportId, actor, requestId, exportedAtMs: atMs } },
  ],
  evolve: (_state, { data }) => data,
};
