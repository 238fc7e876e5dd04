import {
  effectivePermissions,
  workspacePermissionDenied,
  type WorkspaceCaller,
  type WorkspaceRole,
} from '@svc/auth';

/**
 * Nobody makes, renews or takes away what holds more than they do: else the lesser could get what they lack, or get rid of
 * whoever is in their way. @throws DomainError `permission_denied`, which names the first that is missing.
 */
export function requirePowersOf(
  { permissions }: Pick<WorkspaceCaller, 'permissions'>,
  { role, permissions: listed }: { readonly role: WorkspaceRole; readonly permissions: readonly string[] },
): void {
  const missing = effectivePermissions(role, listed).find((permission) => !permissions.has(permission));
  if (missing) throw workspacePermissionDenied(missing);
}
