import type { Library } from './library.js';

/** What is left of a subject besides its events; all zero after an erasure. */
export interface PersonalRemains {
  readonly messages: number;
  readonly conversations: number;
  readonly snapshots: number;
  readonly blobs: number;
}

export const noRemains: PersonalRemains = { messages: 0, conversations: 0, snapshots: 0, blobs: 0 };

export async function personalRemains({ database }: Library, subject: string): Promise<PersonalRemains> {
  const { rows } = await database.pool.query<PersonalRemains>(
    `SELECT
       (SELECT count(*)::int FROM conversations.message JOIN conversations.conversation AS c
         USING (tenant_id, conversation_id) WHERE c.subject = $1 AND (sender IS NOT NULL OR text IS NOT NULL)) AS messages,
       (SELECT count(*)::int FROM conversations.conversation WHERE subject = $1 AND final_message IS NOT NULL) AS conversations,
       (SELECT count(*)::int FROM conversations.snapshot WHERE subject = $1) AS snapshots,
       (SELECT count(*)::int FROM conversations.blob WHERE owner = $1) AS blobs`,
    [subject],
  );
  return rows[0] ?? noRemains;
}
