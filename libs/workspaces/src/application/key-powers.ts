import {
  effectivePermissions,
  workspacePermissionDenied,
  type WorkspaceCaller,
  type WorkspaceRole,
} from '@svc/auth';

/**
 * Nobody creates, rotates or deletes a key with more permissions than their own. Otherwise they could gain these, or
 * remove those above them. @throws DomainError `permission_denied`, which names the first missing one.
 */
export function requirePowersOf(
  { permissions }: Pick<WorkspaceCaller, 'permissions'>,
  { role, permissions: listed }: { readonly role: WorkspaceRole; readonly permissions: readonly string[] },
): void {
  const missing = effectivePermissions(role, listed).find((permission) => !permissions.has(permission));
  if (missing) throw workspacePermissionDenied(missing);
}
