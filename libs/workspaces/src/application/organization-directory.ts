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

  /** Locks the user until the transaction ends. @throws DomainError `not_found`. */
  abstract requireUser(tx: Tx, user: { readonly orgId: string; readonly userId: string }): Promise<void>;

  /** Whether the token's user and key still exist. */
  abstract isSignedIn(holder: TokenHolder): Promise<boolean>;
}
