/** Every stored row belongs to exactly one tenant: an organization (Classic) or a workspace (Platform). */
export type TenantId = `org:${string}` | `ws:${string}`;

export function organizationTenant(organizationId: string): TenantId {
  return `org:${organizationId}`;
}

/** Stream ids begin with their tenant: `org:demo/user/65f0…`. Ids never hold a slash. */
export function streamId(tenantId: TenantId, category: string, id: string): string {
  return `${tenantId}/${category}/${id}`;
}
