import type { ListedRow, SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import { messageTable } from './message-table.js';

interface Placed {
  /** Position in the conversation, from 1. */
  readonly ordinal: number;
}

export type TranscriptMessage = ListedRow<typeof messageTable> & Placed;
export type SealedTranscriptMessage = SealedRow<typeof messageTable> & Placed;

/** @returns the tenant of its record; undefined if it does not exist or is open. */
export async function findFinishedConversation(
  executor: Executor,
  tenantId: TenantId,
  conversationId: string,
): Promise<{ readonly subject: string; readonly isSimulated: boolean } | undefined> {
  const { rows } = await executor.query<{ subject: string; isSimulated: boolean }>({
    name: 'conversations.find_finished_conversation',
    text: `SELECT c.subject, coalesce(w.direction = 'simulated', false) AS "isSimulated"
             FROM conversations.conversation AS c
             LEFT JOIN conversations.workspace_listing AS w
               ON w.tenant_id = c.tenant_id AND w.conversation_id = c.conversation_id
            WHERE c.tenant_id = $1 AND c.conversation_id = $2 AND c.is_finished`,
    values: [tenantId, conversationId],
  });
  return rows[0];
}

/** The messages of user and agent, in the order of the conversation. */
export function selectTranscript({
  tenantId,
  conversationId,
  afterOrdinal,
  limit,
}: {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly afterOrdinal: number;
  readonly limit: number;
}): Statement {
  return {
    name: 'conversations.transcript',
    text: `SELECT ${messageTable.selection('m')}, m.ordinal FROM conversations.message AS m
            WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.ordinal > $3
              AND m.type IN ('user-message', 'agent-message')
            ORDER BY m.ordinal LIMIT $4`,
    values: [tenantId, conversationId, afterOrdinal, limit],
  };
}
