import type { Tx } from '@svc/postgres';

/** The claims of a verified token. */
export interface TokenHolder {
  readonly orgId: string;
  readonly userId: string;
  readonly apiKeyId: string;
}

/** What workspaces ask about the organizations that they belong to, and their users. Provided by whoever keeps those. */
export abstract class OrganizationDirectory {
  /** @throws DomainError `organization_not_found`. */
  abstract requireOrganization(orgId: string): Promise<void>;

  /** Nobody deletes the user until the transaction has ended. @throws DomainError `not_found`. */
  abstract requireUser(tx: Tx, user: { readonly orgId: string; readonly userId: string }): Promise<void>;

  /** Whether the token's user and key still stand. */
  abstract isSignedIn(holder: TokenHolder): Promise<boolean>;
}
