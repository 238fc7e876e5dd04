/** Every stored row belongs to exactly one tenant: an organization (Classic) or a workspace (Platform). */
export type TenantId = `org:${string}` | `ws:${string}`;

/** For texts that come from elsewhere. */
export function isTenantId(text: string): text is TenantId {
  return /^(org|ws):[^/]+$/.test(text);
}

const organizationPrefix = 'org:';

export function organizationTenant(organizationId: string): TenantId {
  return `${organizationPrefix}${organizationId}`;
}

/** The organization that the tenant is; null for a workspace. */
export function organizationOf(tenantId: TenantId): string | null {
  return tenantId.startsWith(organizationPrefix) ? tenantId.slice(organizationPrefix.length) : null;
}

const workspacePrefix = 'ws:';

/** @param workspaceId a UUID in lower case. */
export function workspaceTenant(workspaceId: string): TenantId {
  return `${workspacePrefix}${workspaceId}`;
}

/** The workspace that the tenant is; null for an organization. */
export function workspaceOf(tenantId: TenantId): string | null {
  return tenantId.startsWith(workspacePrefix) ? tenantId.slice(workspacePrefix.length) : null;
}

/** Stream ids begin with their tenant: `org:demo/user/65f0…`. Ids never hold a slash. */
export function streamId(tenantId: TenantId, category: string, id: string): string {
  return `${tenantId}/${category}/${id}`;
}

/**
 * Whose record something about a user is: the id that a person's data key, events and rows are found by, the same in all
 * contexts and of no other tenant's user. It is the id of the user's stream: `org:demo/user/65f0…`.
 */
export function userSubject(tenantId: TenantId, userId: string): string {
  return streamId(tenantId, 'user', userId);
}

export interface UserOfTenant {
  readonly tenantId: TenantId;
  readonly userId: string;
}

/** The user that a subject is; null for one that is none. */
export function userOfSubject(subject: string): UserOfTenant | null {
  const [tenantId = '', category, userId = '', ...others] = subject.split('/');
  const isUser = isTenantId(tenantId) && category === 'user' && userId !== '' && others.length === 0;
  return isUser ? { tenantId, userId } : null;
}
