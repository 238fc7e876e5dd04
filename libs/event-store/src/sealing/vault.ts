import { randomBytes } from 'node:crypto';
import type { PostgresBlobs } from '@svc/blobs';
import type { RandomBytes, SubjectKeys } from '@svc/sealing';

/** What sealing needs from outside. */
export interface Vault {
  /** Of subjects. A log without personal fields needs none. */
  readonly keys: SubjectKeys;
  /** For personal parts that are too large for an event. */
  readonly blobs: PostgresBlobs | undefined;
  readonly random: RandomBytes;
}

/** Of a log whose events say nothing of anybody. */
export const noVault: Vault = {
  keys: {
    get: (subject) => Promise.reject(missing(subject)),
    getAll: ([subject = '?']) => Promise.reject(missing(subject)),
  },
  blobs: undefined,
  random: randomBytes,
};

function missing(subject: string): TypeError {
  return new TypeError(`This log was opened without keys, and ${subject} has something sealed in it.`);
}
