import { isWorkspaceRole, permissionsBehind, workspaceRoleNames, type WorkspaceRole } from '@svc/auth';
import { FieldChecks } from '@svc/errors';
import { limits } from '../limits.js';

const dayMs = 86_400_000;

export interface KeyPowers {
  readonly role: WorkspaceRole;
  /** Each once. */
  readonly permissions: readonly string[];
}

/** @throws DomainError `validation_failed` */
export function checkNewKey(
  {
    name,
    role,
    permissions,
  }: { readonly name: string | null; readonly role: string; readonly permissions: readonly string[] },
  durationDays: number,
): KeyPowers {
  const checks = new FieldChecks();
  if (name !== null) checks.name(['body', 'name'], name, limits.nameCharacters);
  checkDays(checks, durationDays);
  const { items } = limits.permissionsOfWorkspaceKey;
  checks.atMost(['body', 'permissions'], permissions, items);
  permissions.slice(0, items).forEach((listed, index) => {
    if (permissionsBehind(listed) === null)
      checks.refuse(['body', 'permissions', index], 'must be a permission or a scope of the catalog', 'enum');
  });
  const isKnown = isWorkspaceRole(role);
  if (!isKnown) checks.refuse(['body', 'role'], `must be one of ${workspaceRoleNames.join(', ')}`, 'enum');
  checks.verify();
  // Any other value was refused.
  return { role: isKnown ? role : 'viewer', permissions: [...new Set(permissions)] };
}

/** @param days 1 to 90. @returns milliseconds. @throws DomainError `validation_failed` */
export function keyLifetimeMs(days: number): number {
  const checks = new FieldChecks();
  checkDays(checks, days);
  checks.verify();
  return days * dayMs;
}

function checkDays(checks: FieldChecks, days: number): void {
  const { fewest, most } = limits.workspaceKeyDays;
  if (!Number.isInteger(days) || days < fewest || days > most)
    checks.refuse(['body', 'duration_days'], `must be ${fewest} to ${most} days`, 'out_of_range');
}
