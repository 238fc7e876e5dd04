import type { PermissionName, WorkspacePermission } from '@svc/auth';

/** Who may use a route. Checked before the body of a request is read. */
export interface RouteAccess<Credential extends 'none' | 'optional' | 'required' = CredentialNeed> {
  /** `none`: no credential is read. `optional`: an invalid one counts as none. */
  readonly credential: Credential;
  /** 403 unless the caller's role has each of them; the owning service checks their conditions. */
  readonly requires: readonly PermissionName[];
  /** Enough in place of what is required; the owning service says when. Null: nothing is. */
  readonly orElse: PermissionName | null;
  /** Sent along if the caller has them: they filter lists and add fields to responses. */
  readonly asks: readonly PermissionName[];
  /**
   * `known`: the caller must be of the organization in the path, or a member. `new`: the path names the one to create.
   * `none`: the path names no organization.
   */
  readonly organization: 'known' | 'new' | 'none';
  /** For routes of the Platform interface, which take workspace keys; null for all others. */
  readonly workspace: WorkspaceNeed | null;
}

export interface WorkspaceNeed {
  /**
   * `path`: a key of the workspace in the path, or who may administer it. `key`: any workspace key. `users`: only users. `any`: a
   * user or a workspace key.
   */
  readonly of: 'path' | 'key' | 'users' | 'any';
  /**
   * 403 unless the credential has it in its workspace; null: no check. Users outside of a workspace are not checked.
   */
  readonly permission: WorkspacePermission | null;
  /** Enough in place of the permission; the owning service says when. */
  readonly orElse?: WorkspacePermission;
}

export type CredentialNeed = 'none' | 'optional' | 'required';

type Permissions = Partial<Pick<RouteAccess, 'requires' | 'orElse' | 'asks' | 'organization'>>;

/** The parts of an access that decide the types of a route's caller. */
export type WorkspaceRouteAccess<Of extends WorkspaceNeed['of']> = RouteAccess<'required'> & {
  readonly workspace: WorkspaceNeed & { readonly of: Of };
};

/** A route for signed-in users. */
export const forCallers = (permissions: Permissions = {}): RouteAccess<'required'> =>
  access('required', permissions);

/** A route that shows more to signed-in users. */
export const forAnyone = (permissions: Pick<Permissions, 'asks'> = {}): RouteAccess<'optional'> =>
  access('optional', permissions);

/** A route that reads no bearer credential. */
export const forEverybody = (): RouteAccess<'none'> => access('none', {});

/** A route about the workspace in its path, for its keys and those who may administer it. */
export const forWorkspace = (
  permission: WorkspacePermission,
  { orElse }: Pick<WorkspaceNeed, 'orElse'> = {},
): WorkspaceRouteAccess<'path'> => {
  const access = workspaceAccess('path', permission);
  return orElse ? { ...access, workspace: { ...access.workspace, orElse } } : access;
};

/** A route about the key of the request. */
export const forOwnKey = (): WorkspaceRouteAccess<'key'> => workspaceAccess('key', null);

/** A route of the Platform interface for users of an organization, and for keys that have the permission. */
export const forUsersAndKeys = (permission: WorkspacePermission): WorkspaceRouteAccess<'any'> =>
  workspaceAccess('any', permission);

/** A route of the Platform interface, only for users of an organization. */
export const forUsers = (permissions: Pick<Permissions, 'requires'>): WorkspaceRouteAccess<'users'> => ({
  ...workspaceAccess('users', null),
  ...permissions,
});

function access<Credential extends CredentialNeed>(
  credential: Credential,
  { requires = [], orElse = null, asks = [], organization = 'known' }: Permissions,
): RouteAccess<Credential> {
  return { credential, requires, orElse, asks, organization, workspace: null };
}

function workspaceAccess<Of extends WorkspaceNeed['of']>(
  of: Of,
  permission: WorkspacePermission | null,
): WorkspaceRouteAccess<Of> {
  return { ...access('required', { organization: 'none' }), workspace: { of, permission } };
}
