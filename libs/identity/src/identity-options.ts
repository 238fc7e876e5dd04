import type { RegionCode } from '@svc/kernel';
import type { MasterKey, RandomBytes } from '@svc/sealing';
import type { ErasureList } from './adapters/erasure-list.js';

/** The contexts that seal what is personal; the gateway is none of them. */
export const defaultKeyReaders = ['agents', 'conversations', 'memory'] as const;

/** What identity needs beside the platform. */
export interface IdentityOptions {
  readonly random: RandomBytes;
  /** Wraps signing keys and data keys. Another key can't read what this one wrote. */
  readonly masterKey: MasterKey;
  /**
   * Names of the certificates that may ask for keys over the network. Over a unix socket whoever can open it may.
   * `defaultKeyReaders` when left out.
   */
  readonly keyReaders?: readonly string[];
  /** Where erased subjects are known outside the database. */
  readonly erasures: ErasureList;
  /** `iss` of the tokens; verifiers expect the same. */
  readonly tokenIssuer: string;
  /**
   * How long a new signing key is published before it signs, and an old one after the last of its tokens: whoever reads the
   * key set at least this often signs nobody out. 60,000 when left out, the least, by which our own gateways go.
   */
  readonly signingKeyOverlapMs?: number;
  /** Where this installation is: what is made here is kept here. */
  readonly region: RegionCode;
}

/** `@Inject(IDENTITY_OPTIONS) options: IdentityOptions` */
export const IDENTITY_OPTIONS = Symbol('IDENTITY_OPTIONS');
