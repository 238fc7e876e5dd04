import type { PermissionName } from '@svc/auth';

/** Who may use a route. Read before the body of a request is. */
export interface RouteAccess<Credential extends 'none' | 'optional' | 'required' = CredentialNeed> {
  /** `none`: no credential is looked at. `optional`: one that is no good is as good as none. */
  readonly credential: Credential;
  /** 403 unless the caller's role names each of them; the owning service judges their conditions. */
  readonly requires: readonly PermissionName[];
  /** Sent along when the caller has them: lists filter by them, answers grow by them. */
  readonly asks: readonly PermissionName[];
  /** `known`: the caller must be of the organization in the path, or a member. `new`: the path names one that is to be made. */
  readonly organization: 'known' | 'new';
}

export type CredentialNeed = 'none' | 'optional' | 'required';

type Permissions = Partial<Pick<RouteAccess, 'requires' | 'asks' | 'organization'>>;

/** A route for signed-in users. */
export const forCallers = (permissions: Permissions = {}): RouteAccess<'required'> =>
  access('required', permissions);

/** A route that answers more to those who are signed in. */
export const forAnyone = (permissions: Pick<Permissions, 'asks'> = {}): RouteAccess<'optional'> =>
  access('optional', permissions);

/** A route that looks at no bearer credential. */
export const forEverybody = (): RouteAccess<'none'> => access('none', {});

function access<Credential extends CredentialNeed>(
  credential: Credential,
  { requires = [], asks = [], organization = 'known' }: Permissions,
): RouteAccess<Credential> {
  return { credential, requires, asks, organization };
}
