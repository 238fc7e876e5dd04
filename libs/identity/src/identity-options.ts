import type { MasterKey, RandomBytes } from '@svc/sealing';

/** What identity needs beside the platform. */
export interface IdentityOptions {
  readonly random: RandomBytes;
  /** Wraps signing keys, data keys and users' sensitive variables. Another key can't read what this one wrote. */
  readonly masterKey: MasterKey;
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
}

/** `@Inject(IDENTITY_OPTIONS) options: IdentityOptions` */
export const IDENTITY_OPTIONS = Symbol('IDENTITY_OPTIONS');
