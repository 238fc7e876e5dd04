import type { MasterKey, RandomBytes } from '@svc/sealing';
import type { ErasureList } from './adapters/erasure-list.js';

/** The contexts that seal personal data; the gateway is none of them. */
export const defaultKeyReaders = ['agents', 'conversations', 'memory', 'world'] as const;

export interface PrivacyOptions {
  readonly random: RandomBytes;
  /** Wraps data keys. Another key can't read what this one wrote. */
  readonly masterKey: MasterKey;
  /**
   * Names in the certificates that may ask for keys over the network. Over a unix socket anyone who can open it may.
   * Default: `defaultKeyReaders`.
   */
  readonly keyReaders?: readonly string[];
  /** The list of erased subjects outside the database. */
  readonly erasures: ErasureList;
}

/** `@Inject(PRIVACY_OPTIONS) options: PrivacyOptions` */
export const PRIVACY_OPTIONS = Symbol('PRIVACY_OPTIONS');
