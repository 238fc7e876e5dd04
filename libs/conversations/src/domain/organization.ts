import type { TenantId } from '@svc/kernel';

/** The id in `org:<id>`. */
export function organizationOf(tenantId: TenantId): string {
  return tenantId.slice(tenantId.indexOf(':') + 1);
}
