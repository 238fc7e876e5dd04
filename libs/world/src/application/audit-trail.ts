import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { validationError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { entityNotFound } from '../domain/entity/entity.js';
import { periodOf, type Period, type RequestedPeriod } from '../domain/activity/period.js';
import type { AuditEntry } from '../projections/audit-entry-table.js';
import {
  auditAfter,
  auditCounts,
  auditPage,
  auditTotal,
  knownEntity,
  type AuditCountRow,
  type AuditFilter,
  type AuditPlace,
} from '../projections/audit-queries.js';
import { AuditExports } from './audit-aggregates.js';

/** Who changed what and when. All throw DomainErrors: `permission_denied`. */
@Injectable()
export class AuditTrail {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
    private readonly exports: AuditExports,
  ) {}

  /** @throws DomainError `not_found` for reads of an entity that the workspace never had */
  async list(
    { caller, tenantId }: WorkspaceRequestContext,
    filter: AuditFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly total: number }> {
    requireWorkspacePermission(caller, 'Audit.view');
    const { rows: entries } = await this.database.query<AuditEntry>(auditPage(tenantId, filter, page));
    const { rows } = await this.database.query<{ total: number }>(auditTotal(tenantId, filter));
    const total = rows[0]?.total ?? 0;
    if (total === 0 && filter.onlyReads && filter.resourceId !== null) {
      const known = await this.database.query(knownEntity(tenantId, filter.resourceId));
      if (known.rows.length === 0) throw entityNotFound();
    }
    return { entries, total };
  }

  async summary(
    { caller, tenantId }: WorkspaceRequestContext,
    requested: RequestedPeriod,
  ): Promise<{ readonly period: Period; readonly counts: readonly AuditCountRow[] }> {
    requireWorkspacePermission(caller, 'Audit.view');
    const period = periodOf(requested, this.clock.now());
    if (period === null)
      throw validationError([{ loc: ['query', 'days'], msg: 'must be 1 to 90', type: 'value_error' }]);
    const { rows } = await this.database.query<AuditCountRow>(auditCounts(tenantId, period));
    return { period, counts: rows };
  }

  /** An export is in the trail itself, before the first line of it is sent. */
  async beginExport({ caller, tenantId, metadata }: WorkspaceRequestContext): Promise<string> {
    requireWorkspacePermission(caller, 'Audit.export');
    const exportId = this.ids.resourceId(tenantId);
    const { actor, correlationId: requestId } = metadata;
    const command = { type: 'ExportAudit', exportId, actor, requestId } as const;
    await this.exports.create({ tenantId, id: exportId, metadata }, command);
    return exportId;
  }

  /** What has come by now, oldest first. */
  async readExport(
    { caller, tenantId }: WorkspaceRequestContext,
    filter: AuditFilter,
    after: AuditPlace | null,
    limit: number,
  ): Promise<readonly AuditEntry[]> {
    requireWorkspacePermission(caller, 'Audit.export');
    const page = auditAfter(tenantId, filter, after, limit);
    return (await this.database.query<AuditEntry>(page)).rows;
  }
}
