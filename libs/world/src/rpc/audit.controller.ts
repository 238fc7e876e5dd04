import {
  AuditServiceService,
  type AuditFilter as AuditFilterProto,
  type BeginAuditExportRequest,
  type BeginAuditExportResponse,
  type GetAuditSummaryRequest,
  type GetAuditSummaryResponse,
  type ListAuditRequest,
  type ListAuditResponse,
  type ListExportedAuditRequest,
  type ListExportedAuditResponse,
} from '@svc/contracts/world';
import { FieldChecks, pageOf } from '@svc/errors';
import type { Complete } from '@svc/event-store';
import { workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { AuditTrail } from '../application/audit-trail.js';
import type { AuditFilter } from '../projections/audit-queries.js';
import { checkDays, requestedPeriodOf } from './requested-period.js';

const auditPage = { minimum: 1, maximum: 100 };
const exportPage = { minimum: 1, maximum: 500 };

/** AuditService (proto/svc/world/v1/audit_service.proto): maps, and calls the use case. */
@RpcController(AuditServiceService)
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  async listAudit(
    { caller, filter, page }: ListAuditRequest,
    call: RpcCall,
  ): Promise<Complete<ListAuditResponse>> {
    const checks = new FieldChecks();
    const bounds = pageOf(page, auditPage, checks);
    const asked = filterOf(filter, checks);
    const { entries, total } = await this.trail.list(workspaceRequestContextOf(caller, call), asked, bounds);
    return { entries: [...entries], total };
  }

  async getAuditSummary(
    { caller, period }: GetAuditSummaryRequest,
    call: RpcCall,
  ): Promise<Complete<GetAuditSummaryResponse>> {
    const context = workspaceRequestContextOf(caller, call);
    const { period: shown, counts } = await this.trail.summary(context, requestedPeriodOf(period));
    const byAction = counts.filter(({ isAction }) => isAction);
    const toCount = ({ key, count }: { readonly key: string; readonly count: number }) => ({ key, count });
    return {
      period: shown,
      byAction: byAction.map(toCount),
      byActor: counts.filter(({ isAction }) => !isAction).map(toCount),
      total: byAction.reduce((sum, { count }) => sum + count, 0),
    };
  }

  async beginAuditExport(
    { caller, filter }: BeginAuditExportRequest,
    call: RpcCall,
  ): Promise<Complete<BeginAuditExportResponse>> {
    filterOf(filter, new FieldChecks());
    return { exportId: await this.trail.beginExport(workspaceRequestContextOf(caller, call)) };
  }

  async listExportedAudit(
    { caller, filter, after, limit }: ListExportedAuditRequest,
    call: RpcCall,
  ): Promise<Complete<ListExportedAuditResponse>> {
    const checks = new FieldChecks();
    pageOf({ limit, offset: 0 }, exportPage, checks);
    const asked = filterOf(filter, checks);
    const context = workspaceRequestContextOf(caller, call);
    return { entries: [...(await this.trail.readExport(context, asked, after ?? null, limit))] };
  }
}

/** @throws DomainError `validation_failed` */
function filterOf(filter: AuditFilterProto | undefined, checks: FieldChecks): AuditFilter {
  const { from = null, to = null, action = null, resourceType = null } = filter ?? {};
  const { resourceId = null, actorId = null } = filter ?? {};
  checkDays(checks, { from, to });
  const texts = {
    event_type: action,
    resource_type: resourceType,
    resource_id: resourceId,
    actor_id: actorId,
  };
  for (const [name, value] of Object.entries(texts))
    if (value !== null) checks.storable(['query', name], value).atMostCharacters(['query', name], value, 256);
  checks.verify();
  return { from, to, action, resourceType, resourceId, actorId, onlyReads: filter?.onlyReads ?? false };
}
