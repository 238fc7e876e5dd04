import { workspaceOf, type TenantId } from '@svc/kernel';

/** @throws TypeError for an organization. */
export function workspaceIdOf(tenantId: TenantId): string {
  const workspaceId = workspaceOf(tenantId);
  if (workspaceId === null) throw new TypeError('This is kept of workspaces only.');
  return workspaceId;
}
