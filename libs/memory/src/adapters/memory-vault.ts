import { createPostgresBlobs } from '@svc/blobs';
import type { Vault } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { pooledRandomBytes, type SubjectKeys } from '@svc/sealing';

export const MEMORY_VAULT = Symbol('MEMORY_VAULT');

/** Seals and opens the personal data of this context. What is too long for an event goes into the context's own schema. */
export function memoryVault(keys: SubjectKeys, database: Database): Required<Vault> {
  const blobs = createPostgresBlobs({ database, schema: 'memory', hasSubjects: true });
  return { keys, blobs, random: pooledRandomBytes() };
}
