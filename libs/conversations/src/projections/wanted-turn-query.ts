import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { ConversationKey } from '../domain/conversation-identity.js';

interface Row {
  readonly tenant_id: TenantId;
  readonly conversation_id: string;
}

/** Those that are due, the oldest first, at most `limit`. Where a turn runs, none is wanted. */
export async function dueTurns(
  executor: Executor,
  nowMs: number,
  limit: number,
): Promise<readonly ConversationKey[]> {
  const { rows } = await executor.query<Row>({
    name: 'conversations.due_turns',
    text: `SELECT tenant_id, conversation_id FROM conversations.wanted_turn
            WHERE not_before <= to_timestamp($1::float8 / 1000)
            ORDER BY not_before, tenant_id, conversation_id LIMIT $2`,
    values: [nowMs, limit],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, conversationId: row.conversation_id }));
}
