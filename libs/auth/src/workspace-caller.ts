import type { WorkspaceCaller as WorkspaceCallerProto } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { isTenantId, workspaceOf, type TenantId } from '@svc/kernel';
import { isWorkspacePermission, type WorkspacePermission } from './workspace-permissions.js';

/** The authenticated credential behind a request about a workspace. The gateway verifies it; services trust the gateway. */
export interface WorkspaceCaller {
  /** The workspace. */
  readonly tenantId: TenantId;
  readonly workspaceId: string;
  /** The organization that the workspace belongs to. */
  readonly orgId: string;
  /** The credential of the request: a workspace key, or the organization's API key behind a user's token. */
  readonly credentialId: string;
  /** Null for a workspace key. */
  readonly userId: string | null;
  /** The people behind the request. Of a key, those without whom it ends; none if the installer issued it. */
  readonly responsibleUserIds: readonly string[];
  readonly permissions: ReadonlySet<WorkspacePermission>;
  /** Whether agents of the workspace may be authored and tried on the platform itself. */
  readonly platformAuthoring: boolean;
}

/** @throws DomainError `unauthenticated` when the request carries no caller. */
export function workspaceCallerFromProto(message: WorkspaceCallerProto | undefined): WorkspaceCaller {
  const tenantId = message?.tenantId ?? '';
  const workspaceId = isTenantId(tenantId) ? workspaceOf(tenantId) : null;
  if (!message || !isTenantId(tenantId) || workspaceId === null)
    throw new DomainError('unauthenticated', 'Sign in first.', { privateDetail: 'request without a caller' });
  const { orgId, credentialId, userId = null, responsibleUserIds, platformAuthoring = false } = message;
  const permissions = new Set(message.permissions.filter(isWorkspacePermission));
  return {
    ...{ tenantId, workspaceId, orgId, credentialId, userId, responsibleUserIds },
    permissions,
    platformAuthoring,
  };
}

/** For a request that a service makes on behalf of its caller. */
export function workspaceCallerToProto({
  workspaceId: _workspaceId,
  permissions,
  responsibleUserIds,
  userId,
  ...caller
}: WorkspaceCaller): WorkspaceCallerProto {
  return {
    ...caller,
    userId: userId ?? undefined,
    permissions: [...permissions],
    responsibleUserIds: [...responsibleUserIds],
  };
}

/** @throws DomainError `permission_denied` unless the caller has it. */
export function requireWorkspacePermission(
  { permissions }: Pick<WorkspaceCaller, 'permissions'>,
  permission: WorkspacePermission,
): void {
  if (!permissions.has(permission)) throw workspacePermissionDenied(permission);
}

export function workspacePermissionDenied(permission: WorkspacePermission): DomainError {
  return new DomainError(
    'permission_denied',
    `Your credential does not grant ${permission} in this workspace.`,
  );
}
