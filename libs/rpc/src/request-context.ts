import { callerFromProto, workspaceCallerFromProto, type Caller, type WorkspaceCaller } from '@svc/auth';
import type { Caller as CallerProto, WorkspaceCaller as WorkspaceCallerProto } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { organizationOf, requestMetadata, type EventMetadata, type TenantId } from '@svc/kernel';
import type { RpcCall } from './rpc-call.js';

/** The caller and the call of a request: first argument of every use case. */
export interface RequestContext {
  readonly caller: Caller;
  /** The tenant of the request; it is also the caller's. */
  readonly tenantId: TenantId;
  /** Of the events that the request causes. */
  readonly metadata: EventMetadata;
  /** Aborted if the caller disconnects. */
  readonly signal: AbortSignal;
}

/** @throws DomainError `unauthenticated` if the request has no caller. */
export function requestContextOf(
  message: CallerProto | undefined,
  call: Omit<RpcCall, 'peer'>,
): RequestContext {
  const caller = callerFromProto(message);
  return {
    caller,
    tenantId: caller.tenantId,
    metadata: requestMetadata(`user:${caller.userId}`, call),
    signal: call.signal,
  };
}

/** The same for requests about a workspace. */
export interface WorkspaceRequestContext {
  readonly caller: WorkspaceCaller;
  /** The workspace. */
  readonly tenantId: TenantId;
  /** Of the events that the request causes. */
  readonly metadata: EventMetadata;
}

/** @throws DomainError `unauthenticated` if the request has no caller. */
export function workspaceRequestContextOf(
  message: WorkspaceCallerProto | undefined,
  call: Omit<RpcCall, 'peer'>,
): WorkspaceRequestContext {
  const caller = workspaceCallerFromProto(message);
  const { tenantId, userId, credentialId } = caller;
  const actor = userId === null ? `api_key:${credentialId}` : `user:${userId}`;
  return { caller, tenantId, metadata: requestMetadata(actor, call) };
}

/** For requests of the installer: no permissions are checked. */
export type Installer = Pick<RequestContext, 'metadata'>;

export function installerOf(call: Omit<RpcCall, 'peer'>): Installer {
  return { metadata: requestMetadata('installer', call) };
}

/**
 * The organization that the request is about; the caller may be of another one. @throws DomainError
 * `permission_denied`.
 */
export function requireOrganization({ tenantId }: Pick<RequestContext, 'tenantId'>): string {
  const orgId = organizationOf(tenantId);
  if (orgId !== null) return orgId;
  throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
}
