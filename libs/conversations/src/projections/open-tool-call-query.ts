import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';

/** A call that runs, or whose outcome is unknown. */
export interface OpenToolCall {
  readonly conversationId: string;
  readonly callId: string;
  readonly toolId: string;
  readonly name: string;
  /** `running` or `unknown`. */
  readonly state: string;
  readonly startedAtMs: number;
}

interface Row {
  readonly conversation_id: string;
  readonly call_id: string;
  readonly tool_id: string;
  readonly name: string;
  readonly state: string;
  readonly started_at_ms: number;
}

/** The oldest ones of a tenant, at most `limit`. */
export async function openToolCalls(
  executor: Executor,
  tenantId: TenantId,
  limit: number,
): Promise<readonly OpenToolCall[]> {
  const { rows } = await executor.query<Row>({
    name: 'conversations.open_tool_calls',
    text: `SELECT conversation_id, call_id, tool_id, name, state,
                  extract(epoch FROM started_at)::float8 * 1000 AS started_at_ms
             FROM conversations.open_tool_call WHERE tenant_id = $1
            ORDER BY started_at, conversation_id, call_id LIMIT $2`,
    values: [tenantId, limit],
  });
  return rows.map((row) => ({
    conversationId: row.conversation_id,
    callId: row.call_id,
    toolId: row.tool_id,
    name: row.name,
    state: row.state,
    startedAtMs: row.started_at_ms,
  }));
}
