import type { Grant } from '@svc/auth';
import type { DomainEvent } from '@svc/kernel';

/** Which console a user of the role sees. */
export type FrontendView = 'client' | 'admin';

export interface CreatedRole {
  readonly roleId: string;
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  /** With templates such as `{self_user_id}` still in place. */
  readonly permissionGrants: readonly Grant[];
  /** 1 to 4 for the four default roles, 0 for all others. */
  readonly defaultRank: number;
  readonly createdAtMs: number;
}

/** A role's grants never change: a changed role is a new role id under the old name. */
export type RoleEvent =
  | DomainEvent<'RoleCreated', CreatedRole>
  | DomainEvent<'RoleDescribed', { readonly description: string; readonly changedAtMs: number }>
  | DomainEvent<
      'RoleReplaced',
      {
        /** The role that has the name from now on; its grants count for all users of this one. */
        readonly byRoleId: string;
        /** Until then users are handed over to the new role. */
        readonly expiresAtMs: number;
        readonly replacedAtMs: number;
      }
    >
  | DomainEvent<'RoleExpired', Readonly<Record<never, never>>>;
