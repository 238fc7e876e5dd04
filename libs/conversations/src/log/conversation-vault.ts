import { createPostgresBlobs } from '@svc/blobs';
import type { Vault } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { pooledRandomBytes, type SubjectKeys } from '@svc/sealing';

export const CONVERSATION_VAULT = Symbol('CONVERSATION_VAULT');

/** Seals and opens the personal data of this context. What is too long for an event goes into the context's own schema. */
export function conversationVault(keys: SubjectKeys, database: Database): Required<Vault> {
  const blobs = createPostgresBlobs({ database, schema: 'conversations', hasSubjects: true });
  return { keys, blobs, random: pooledRandomBytes() };
}
