import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import type { ReplayVersions } from '@svc/contracts/conversations';
import { DomainError, requireResourceId } from '@svc/errors';
import { requestContextOf, workspaceRequestContextOf, type RpcCall } from '@svc/rpc';
import { requireReplay, requireReplayInWorkspace } from '../application/replay-access.js';
import type { OtherVersions, TurnsToReplay } from '../application/replay-conversation.js';
import type { Users } from '../ports/ports.js';

/** Turns of one answer. */
export const maxTurns = 100;

interface ReplayRequest {
  readonly caller?: Caller | undefined;
  readonly workspaceCaller?: WorkspaceCaller | undefined;
  readonly conversationId: string;
  readonly limit: number;
  readonly offset: number;
}

/** @throws DomainError `unauthenticated`, `permission_denied`, `not_found` or `invalid_request` */
export function turnsOf(request: ReplayRequest, call: RpcCall, users: Users): TurnsToReplay {
  const { workspaceCaller, caller } = request;
  if (workspaceCaller !== undefined) {
    const context = workspaceRequestContextOf(workspaceCaller, call);
    requireReplayInWorkspace(context);
    return { ...pageOf(context.tenantId, request), require: () => undefined };
  }
  const context = requestContextOf(caller, call);
  return {
    ...pageOf(context.tenantId, request),
    require: (identity) => requireReplay(context, identity, users),
  };
}

/** @throws DomainError `not_found` or `invalid_request` */
export function pageOf(
  tenantId: TurnsToReplay['tenantId'],
  { conversationId: id, limit, offset }: Pick<ReplayRequest, 'conversationId' | 'limit' | 'offset'>,
): Omit<TurnsToReplay, 'require'> {
  const conversationId = requireResourceId(tenantId, 'conversation', id);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxTurns || offset < 0)
    throw new DomainError('invalid_request', `Ask for 1 to ${maxTurns} turns.`);
  return { tenantId, conversationId, limit, offset };
}

/** @throws DomainError `not_found` for text that is no id */
export function versionsOf(
  tenantId: TurnsToReplay['tenantId'],
  { agentId, contextGraphId, agentVersionNumber, contextGraphVersionNumber }: ReplayVersions,
): OtherVersions {
  return {
    ...(agentId === undefined ? {} : { agentId: requireResourceId(tenantId, 'agent', agentId) }),
    ...(contextGraphId === undefined
      ? {}
      : { contextGraphId: requireResourceId(tenantId, 'context graph', contextGraphId) }),
    ...(agentVersionNumber === undefined ? {} : { agentVersionNumber }),
    ...(contextGraphVersionNumber === undefined ? {} : { contextGraphVersionNumber }),
  };
}
