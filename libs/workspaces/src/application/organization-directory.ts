import type { Tx } from '@svc/postgres';

/** The claims of a verified token. */
export interface TokenHolder {
  readonly orgId: string;
  readonly userId: string;
  readonly apiKeyId: string;
}

/** What workspaces ask about their organizations and users. The identity service provides it. */
export abstract class OrganizationDirectory {
  /** @throws DomainError `organization_not_found`. */
  abstract requireOrganization(orgId: string): Promise<void>;

  /**
   * Requires a user who may own a workspace, and locks them until the transaction ends. @throws DomainError `not_found`;
   * `permission_denied` if they could do nothing in it.
   */
  abstract requireOwner(tx: Tx, user: { readonly orgId: string; readonly userId: string }): Promise<void>;

  /** Null: the token's user or key is gone. */
  abstract signedIn(holder: TokenHolder): Promise<SignedIn | null>;

  /**
   * Which of these users may still do everything in workspaces of the owner: those whose role lets them modify the
   * organization, unless the owner may too and outranks them. Temporary grants don't count, since what is made in a
   * workspace stays. Users who are gone are left out.
   */
  abstract administrators(
    orgId: string,
    ownerUserId: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>>;

  /** The owners whose workspaces the user may administer. */
  abstract administeredOwners(
    user: { readonly orgId: string; readonly userId: string },
    ownerUserIds: readonly string[],
  ): Promise<readonly string[]>;
}

export interface SignedIn {
  /** The person behind the token. */
  readonly responsibleUserId: string;
}
