import { organizationOf, type TenantId } from '@svc/kernel';

/** Organizations are on the Classic surface, workspaces on the Platform. */
export type Surface = 'classic' | 'platform';

export function surfaceOf(tenantId: TenantId): Surface {
  return organizationOf(tenantId) === null ? 'platform' : 'classic';
}
