import type { TenantId } from '@svc/kernel';

const prefix = 'org:';

/** The organization that the tenant is; null for a workspace. */
export function organizationOf(tenantId: TenantId): string | null {
  return tenantId.startsWith(prefix) ? tenantId.slice(prefix.length) : null;
}
