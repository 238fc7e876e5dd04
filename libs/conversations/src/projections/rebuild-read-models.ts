import type { EventStore } from '@svc/event-store';
import type { Database, Executor, Tx } from '@svc/postgres';
import { absentConversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationRows } from './conversation-rows.js';

const readModels = ['conversation', 'conversation_tag', 'message', 'open_conversation'] as const;

/** Conversations per transaction: appends wait for no longer than one of these takes. */
const batchSize = 50;

/**
 * Makes the read models anew from the log, in small transactions: each conversation is seen as it was or as it is, and
 * the service goes on meanwhile. For the operator. Leases are no read model and stay.
 * @returns the number of conversations in the log, discarded ones included.
 */
export async function rebuildReadModels(
  database: Database,
  store: EventStore<ConversationEvent>,
): Promise<number> {
  let rebuilt = 0;
  let last: string | undefined = '';
  while (last !== undefined) {
    const after: string = last;
    const streams = await database.transaction((tx) => rebuildBatch(tx, store, after));
    rebuilt += streams.length;
    last = streams.at(-1);
  }
  await deleteStrays(database);
  return rebuilt;
}

async function rebuildBatch(
  tx: Tx,
  store: EventStore<ConversationEvent>,
  afterStream: string,
): Promise<readonly string[]> {
  // Readers go on; appends that have begun end first, and others begin when this batch is done. Whatever changes a read
  // model changes this table too, so one lock is enough, and with one there is no deadlock.
  await tx.query({
    name: 'conversations.rebuild_lock',
    text: 'LOCK TABLE conversations.conversation IN SHARE ROW EXCLUSIVE MODE',
    values: [],
  });
  const { rows } = await tx.query<{ stream_id: string }>({
    name: 'conversations.rebuild_streams',
    text: `SELECT stream_id FROM conversations.event WHERE stream_version = 1 AND stream_id > $1
            ORDER BY stream_id LIMIT $2`,
    values: [afterStream, batchSize],
  });
  for (const { stream_id: stream } of rows) await rebuildConversation(tx, store, stream);
  return rows.map(({ stream_id: stream }) => stream);
}

async function rebuildConversation(
  tx: Tx,
  store: EventStore<ConversationEvent>,
  stream: string,
): Promise<void> {
  const recorded = await store.readStream(tx, stream);
  const [first] = recorded;
  if (first?.event.type !== 'ConversationStarted') return;
  const { tenantId } = first;
  const { conversationId } = first.event.data;
  for (const table of readModels) {
    await tx.query({
      name: `conversations.rebuild_clear_${table}`,
      text: `DELETE FROM conversations.${table} WHERE tenant_id = $1 AND conversation_id = $2`,
      values: [tenantId, conversationId],
    });
  }
  const events = recorded.map(({ event }) => event);
  for (const { name, text, values } of conversationRows(tenantId, absentConversation, events)) {
    await tx.query({ name: `conversations.rebuild_${name}`, text, values });
  }
}

/** Rows that no stream accounts for. */
async function deleteStrays(executor: Executor): Promise<void> {
  for (const table of readModels) {
    await executor.query({
      name: `conversations.rebuild_strays_${table}`,
      text: `DELETE FROM conversations.${table} AS stray WHERE NOT EXISTS (
               SELECT FROM conversations.event
                WHERE stream_id = stray.tenant_id || '/conversation/' || stray.conversation_id AND stream_version = 1)`,
      values: [],
    });
  }
}
