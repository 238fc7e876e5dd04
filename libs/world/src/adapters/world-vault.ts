import type { Vault } from '@svc/event-store';
import { pooledRandomBytes, type SubjectKeys } from '@svc/sealing';

export const WORLD_VAULT = Symbol('WORLD_VAULT');

/** Seals and opens what this context knows of entities. All of it fits into events. */
export function worldVault(keys: SubjectKeys): Vault {
  return { keys, blobs: undefined, random: pooledRandomBytes() };
}
