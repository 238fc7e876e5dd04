import { timestamp, type Tx } from '@svc/postgres';
import type { PlaceOfUser } from './table-owner.js';

/** How much a user has talked; without conversations there is no row. */
export interface UserStatistics {
  readonly numConversations: number;
  /** Without inner thoughts. */
  readonly numMessages: number;
  /** Null before the first message. */
  readonly lastMessageAtMs: number | null;
}

/** What is new in a conversation. */
export interface ConversationCounts {
  readonly streamId: string;
  /** The subject of the conversation. */
  readonly subject: string;
  readonly orgId: string;
  /** The user who began the conversation in this batch. Null: it began before, or its user is not listed here. */
  readonly begunBy: string | null;
  /** New messages, without inner thoughts. */
  readonly messages: number;
  /** The last of these; null: none is known. */
  readonly lastMessageAtMs: number | null;
}

/**
 * Counts what is new, in one statement. Skips erased users, and conversations without a counted beginning. An erasure
 * waits for this transaction, or this one sees it. Rows of users are locked in order, to avoid deadlocks.
 */
export async function applyConversationCounts(tx: Tx, counts: readonly ConversationCounts[]): Promise<void> {
  if (counts.length === 0) return;
  await tx.query({
    name: 'identity.count_talks',
    text: `
      WITH told AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::timestamptz[])
            AS told (stream_id, subject, org_id, begun_by, messages, last_message_at)
         WHERE NOT identity.is_erased(subject)
      ), begun AS (
        INSERT INTO identity.counted_conversation (stream_id, org_id, user_id, num_messages, last_message_at)
        SELECT stream_id, org_id, begun_by, messages, last_message_at FROM told WHERE begun_by IS NOT NULL
            ON CONFLICT DO NOTHING
        RETURNING org_id, user_id, 1 AS conversations, num_messages AS messages, last_message_at
      ), gone_on AS (
        UPDATE identity.counted_conversation AS counted
           SET num_messages = counted.num_messages + told.messages,
               last_message_at = greatest(counted.last_message_at, told.last_message_at)
          FROM told WHERE counted.stream_id = told.stream_id AND told.begun_by IS NULL
        RETURNING counted.org_id, counted.user_id, 0 AS conversations, told.messages, told.last_message_at
      )
      INSERT INTO identity.user_statistics AS known (org_id, user_id, num_conversations, num_messages, last_message_at)
      SELECT org_id, user_id, sum(conversations), sum(messages), max(last_message_at)
        FROM (SELECT * FROM begun UNION ALL SELECT * FROM gone_on) AS added
       GROUP BY org_id, user_id ORDER BY org_id, user_id
          ON CONFLICT (org_id, user_id) DO UPDATE
         SET num_conversations = known.num_conversations + excluded.num_conversations,
             num_messages = known.num_messages + excluded.num_messages,
             last_message_at = greatest(known.last_message_at, excluded.last_message_at)`,
    values: [
      counts.map(({ streamId }) => streamId),
      counts.map(({ subject }) => subject),
      counts.map(({ orgId }) => orgId),
      counts.map(({ begunBy }) => begunBy),
      counts.map(({ messages }) => messages),
      counts.map(({ lastMessageAtMs: atMs }) => (atMs === null ? null : timestamp(atMs))),
    ],
  });
}

/** Subtracts all that a conversation has added. Does nothing for one that was not counted. */
export async function uncountConversation(tx: Tx, streamId: string): Promise<void> {
  // Before the next statement looks for the latest message: waits for concurrent writers, so that it sees theirs.
  await tx.query({
    name: 'identity.lock_user_statistics',
    text: `SELECT FROM identity.user_statistics AS known
             JOIN identity.counted_conversation AS counted USING (org_id, user_id)
            WHERE counted.stream_id = $1 FOR UPDATE OF known`,
    values: [streamId],
  });
  await tx.query({
    name: 'identity.uncount_conversation',
    text: `
      WITH gone AS (
        DELETE FROM identity.counted_conversation WHERE stream_id = $1 RETURNING org_id, user_id, num_messages
      )
      UPDATE identity.user_statistics AS known
         SET num_conversations = known.num_conversations - 1,
             num_messages = known.num_messages - gone.num_messages,
             last_message_at = (
               SELECT max(left_over.last_message_at) FROM identity.counted_conversation AS left_over
                WHERE left_over.org_id = gone.org_id AND left_over.user_id = gone.user_id
                  AND left_over.stream_id <> $1)
        FROM gone WHERE known.org_id = gone.org_id AND known.user_id = gone.user_id`,
    values: [streamId],
  });
}

/** For the transaction that ends the user, after their erasure is recorded: no counts follow it. */
export async function forgetStatistics(tx: Tx, { orgId, userId }: PlaceOfUser): Promise<void> {
  await tx.query({
    name: 'identity.forget_statistics',
    text: `WITH conversations AS (
             DELETE FROM identity.counted_conversation WHERE org_id = $1 AND user_id = $2
           )
           DELETE FROM identity.user_statistics WHERE org_id = $1 AND user_id = $2`,
    values: [orgId, userId],
  });
}
