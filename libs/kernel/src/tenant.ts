/** Every stored row belongs to exactly one tenant: an organization (Classic) or a workspace (Platform). */
export type TenantId = `org:${string}` | `ws:${string}`;

/** For text from outside. */
export function isTenantId(text: string): text is TenantId {
  return /^(org|ws):[^/]+$/.test(text);
}

const organizationPrefix = 'org:';

export function organizationTenant(organizationId: string): TenantId {
  return `${organizationPrefix}${organizationId}`;
}

/** The organization of the tenant; null for a workspace. */
export function organizationOf(tenantId: TenantId): string | null {
  return tenantId.startsWith(organizationPrefix) ? tenantId.slice(organizationPrefix.length) : null;
}

const workspacePrefix = 'ws:';

/** @param workspaceId a UUID in lower case. */
export function workspaceTenant(workspaceId: string): TenantId {
  return `${workspacePrefix}${workspaceId}`;
}

/** The workspace of the tenant; null for an organization. */
export function workspaceOf(tenantId: TenantId): string | null {
  return tenantId.startsWith(workspacePrefix) ? tenantId.slice(workspacePrefix.length) : null;
}

/** Stream ids begin with their tenant: `org:demo/user/65f0…`. Ids never contain a slash. */
export function streamId(tenantId: TenantId, category: string, id: string): string {
  return `${tenantId}/${category}/${id}`;
}

/**
 * The data subject of a user's records: the id of their data key, events and rows, the same in all contexts and unique to the
 * tenant. It equals the id of the user's stream: `org:demo/user/65f0…`.
 */
export function userSubject(tenantId: TenantId, userId: string): string {
  return streamId(tenantId, 'user', userId);
}

export interface UserOfTenant {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** The user of a subject; null for another subject. */
export function userOfSubject(subject: string): UserOfTenant | null {
  const [tenantId = '', category, userId = '', ...others] = subject.split('/');
  const isUser = isTenantId(tenantId) && category === 'user' && userId !== '' && others.length === 0;
  return isUser ? { tenantId, userId } : null;
}
