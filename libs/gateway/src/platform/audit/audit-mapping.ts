import type { WorkspaceCaller } from '@svc/contracts/common';
import type { AuditEntry, AuditFilter } from '@svc/contracts/world';
import type { Complete } from '../../services.js';
import { toWireTime } from '../../wire/times.js';
import { workspaceOf } from '../definition/definition-wire.js';
import type { AuditFilterFields } from './audit-schemas.js';

export function toAuditFilter(fields: AuditFilterFields, onlyReads = false): Complete<AuditFilter> {
  return {
    from: fields.date_from,
    to: fields.date_to,
    action: fields.event_type,
    resourceType: fields.resource_type,
    resourceId: fields.resource_id,
    actorId: fields.actor_id,
    onlyReads,
  };
}

export function fromAuditEntry(caller: WorkspaceCaller, entry: AuditEntry) {
  const { auditId, action, resourceType, resourceId, actor, requestId, happenedAtMs } = entry;
  const [actorType = '', actorId = null] = actor.split(':');
  return {
    id: auditId,
    workspace_id: workspaceOf(caller),
    event_type: action,
    resource_type: resourceType,
    resource_id: resourceId,
    actor_type: actorType,
    actor_id: actorId,
    request_id: requestId,
    created_at: toWireTime(happenedAtMs),
  };
}

export function offsetPage(
  total: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  const hasMore = offset + limit < total;
  return { total, has_more: hasMore, next_offset: hasMore ? offset + limit : null };
}
