import type { PrivacyOptions } from '@svc/privacy';
import type { WorkspacesOptions } from '@svc/workspaces';

/** What identity needs beside the platform. The master key wraps its signing keys too. */
export interface IdentityOptions extends PrivacyOptions, WorkspacesOptions {
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
  /**
   * How long a new signing key is published before it signs, and an old one after the last of its tokens: verifiers that
   * read the key set at least this often refuse no token. 60,000 when left out, the least, by which our own gateways go.
   */
  readonly signingKeyOverlapMs?: number;
}

/** `@Inject(IDENTITY_OPTIONS) options: IdentityOptions` */
export const IDENTITY_OPTIONS = Symbol('IDENTITY_OPTIONS');
