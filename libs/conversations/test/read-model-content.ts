import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { conversationTable } from '../src/projections/conversation-table.js';
import { messageTable } from '../src/projections/message-table.js';
import type { Library } from './library.js';

export const readModels = ['conversation', 'conversation_tag', 'message', 'open_conversation'] as const;
type ReadModel = (typeof readModels)[number];
interface Content extends Readonly<Record<ReadModel, readonly unknown[]>> {
  readonly message: readonly ListedRow<typeof messageTable>[];
}

interface Whose {
  readonly subject: string | null;
}

/** All rows: sealed values opened, the rest as text, which loses nothing of a value. */
export async function readModelContent(library: Library): Promise<Content> {
  return {
    conversation: await conversations(library),
    conversation_tag: await stored(library, 'conversation_tag'),
    message: await messages(library),
    open_conversation: await stored(library, 'open_conversation'),
  };
}

async function conversations({ database, peers }: Library): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query<SealedRow<typeof conversationTable>>(
    `SELECT ${conversationTable.selection('c')}, (to_jsonb(c) - 'final_message')::text AS stored
       FROM conversations.conversation AS c ORDER BY tenant_id, conversation_id`,
  );
  return openRows(conversationTable, rows, peers.keys, ({ subject }) => subject);
}

async function messages({ database, peers }: Library): Promise<Content['message']> {
  const { rows } = await database.pool.query<SealedRow<typeof messageTable> & Whose>(
    `SELECT ${messageTable.selection('m')}, c.subject, (to_jsonb(m) - ARRAY['sender', 'text'])::text AS stored
       FROM conversations.message AS m LEFT JOIN conversations.conversation AS c USING (tenant_id, conversation_id)
      ORDER BY tenant_id, conversation_id, ordinal`,
  );
  return openRows(messageTable, rows, peers.keys, ({ subject }) => subject);
}

async function stored({ database }: Library, table: ReadModel): Promise<readonly unknown[]> {
  const { rows } = await database.pool.query(`SELECT t::text FROM conversations.${table} AS t ORDER BY 1`);
  return rows;
}
