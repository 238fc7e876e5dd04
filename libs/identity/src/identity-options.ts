import type { PrivacyOptions } from '@svc/privacy';
import type { WorkspacesOptions } from '@svc/workspaces';

/** What identity needs in addition to the platform. The master key wraps its signing keys too. */
export interface IdentityOptions extends PrivacyOptions, WorkspacesOptions {
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
  /**
   * How long a new signing key is published before it signs, and an old one after its last token expires. Verifiers
   * that read the key set at least this often refuse no valid token. Default and minimum: 60,000, the interval of our
   * gateways.
   */
  readonly signingKeyOverlapMs?: number;
}

/** `@Inject(IDENTITY_OPTIONS) options: IdentityOptions` */
export const IDENTITY_OPTIONS = Symbol('IDENTITY_OPTIONS');
