import type { PermissionName, WorkspacePermission } from '@svc/auth';

/** Who may use a route. Read before the body of a request is. */
export interface RouteAccess<Credential extends 'none' | 'optional' | 'required' = CredentialNeed> {
  /** `none`: no credential is looked at. `optional`: one that is no good is as good as none. */
  readonly credential: Credential;
  /** 403 unless the caller's role names each of them; the owning service judges their conditions. */
  readonly requires: readonly PermissionName[];
  /** Sent along when the caller has them: lists filter by them, answers grow by them. */
  readonly asks: readonly PermissionName[];
  /**
   * `known`: the caller must be of the organization in the path, or a member. `new`: the path names one that is to be made.
   * `none`: the path names no organization.
   */
  readonly organization: 'known' | 'new' | 'none';
  /** Of routes of the Platform interface, which take keys of workspaces; null on all others. */
  readonly workspace: WorkspaceNeed | null;
}

export interface WorkspaceNeed {
  /**
   * `path`: a key of the workspace in the path, or its owner. `key`: any workspace key. `users`: users alone. `any`: a user
   * or a workspace key.
   */
  readonly of: 'path' | 'key' | 'users' | 'any';
  /** 403 unless the credential holds it in its workspace; null: whatever it holds. Nothing is asked of users outside of one. */
  readonly permission: WorkspacePermission | null;
}

export type CredentialNeed = 'none' | 'optional' | 'required';

type Permissions = Partial<Pick<RouteAccess, 'requires' | 'asks' | 'organization'>>;

/** What the types of a route's caller follow from. */
export type WorkspaceRouteAccess<Of extends WorkspaceNeed['of']> = RouteAccess<'required'> & {
  readonly workspace: WorkspaceNeed & { readonly of: Of };
};

/** A route for signed-in users. */
export const forCallers = (permissions: Permissions = {}): RouteAccess<'required'> =>
  access('required', permissions);

/** A route that answers more to those who are signed in. */
export const forAnyone = (permissions: Pick<Permissions, 'asks'> = {}): RouteAccess<'optional'> =>
  access('optional', permissions);

/** A route that looks at no bearer credential. */
export const forEverybody = (): RouteAccess<'none'> => access('none', {});

/** A route about the workspace in its path: for its keys and its owner. */
export const forWorkspace = (permission: WorkspacePermission): WorkspaceRouteAccess<'path'> =>
  workspaceAccess('path', permission);

/** A route about the key that it is asked with. */
export const forOwnKey = (): WorkspaceRouteAccess<'key'> => workspaceAccess('key', null);

/** A route of the Platform interface for users of an organization, and for keys as far as they hold the permission. */
export const forUsersAndKeys = (permission: WorkspacePermission): WorkspaceRouteAccess<'any'> =>
  workspaceAccess('any', permission);

/** A route of the Platform interface for users of an organization alone. */
export const forUsers = (permissions: Pick<Permissions, 'requires'>): WorkspaceRouteAccess<'users'> => ({
  ...workspaceAccess('users', null),
  ...permissions,
});

function access<Credential extends CredentialNeed>(
  credential: Credential,
  { requires = [], asks = [], organization = 'known' }: Permissions,
): RouteAccess<Credential> {
  return { credential, requires, asks, organization, workspace: null };
}

function workspaceAccess<Of extends WorkspaceNeed['of']>(
  of: Of,
  permission: WorkspacePermission | null,
): WorkspaceRouteAccess<Of> {
  return { ...access('required', { organization: 'none' }), workspace: { of, permission } };
}
