import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { ConversationKey } from '../domain/conversation-identity.js';

interface Row {
  readonly tenant_id: TenantId;
  readonly conversation_id: string;
}

export interface DueTurnQuery {
  readonly nowMs: number;
  /** Whose turns are not looked for. */
  readonly exceptTenants: readonly TenantId[];
  readonly limit: number;
}

/** Those that are due, the oldest first, at most `limit`. Where a turn runs, none is wanted; nothing is told to erased persons. */
export async function dueTurns(
  executor: Executor,
  { nowMs, exceptTenants, limit }: DueTurnQuery,
): Promise<readonly ConversationKey[]> {
  const { rows } = await executor.query<Row>({
    name: 'conversations.due_turns',
    text: `SELECT tenant_id, conversation_id FROM conversations.wanted_turn AS w
            WHERE not_before <= to_timestamp($1::float8 / 1000) AND tenant_id <> ALL($3::text[])
              AND NOT EXISTS (
                SELECT FROM conversations.conversation AS c
                  JOIN conversations.erased_subject AS e ON e.subject = c.subject
                 WHERE c.tenant_id = w.tenant_id AND c.conversation_id = w.conversation_id)
            ORDER BY not_before, tenant_id, conversation_id LIMIT $2`,
    values: [nowMs, limit, exceptTenants],
  });
  return rows.map((row) => ({ tenantId: row.tenant_id, conversationId: row.conversation_id }));
}

/** Lets others go first, for `forMs`. Does nothing if the turn is not due any more. */
export async function putOffTurn(
  executor: Executor,
  { tenantId, conversationId }: ConversationKey,
  { nowMs, forMs }: { readonly nowMs: number; readonly forMs: number },
): Promise<void> {
  await executor.query({
    name: 'conversations.put_off_turn',
    text: `UPDATE conversations.wanted_turn SET not_before = to_timestamp($4::float8 / 1000)
            WHERE tenant_id = $1 AND conversation_id = $2 AND not_before <= to_timestamp($3::float8 / 1000)`,
    values: [tenantId, conversationId, nowMs, nowMs + forMs],
  });
}
