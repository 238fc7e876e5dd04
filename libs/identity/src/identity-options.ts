import type { RandomBytes } from './adapters/sealer.js';

/** What identity needs beside the platform. */
export interface IdentityOptions {
  readonly random: RandomBytes;
  /** 32 bytes that wrap signing keys and users' sensitive variables. Another key can't read what this one wrote. */
  readonly masterKey: Uint8Array;
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
}

/** `@Inject(IDENTITY_OPTIONS) options: IdentityOptions` */
export const IDENTITY_OPTIONS = Symbol('IDENTITY_OPTIONS');
