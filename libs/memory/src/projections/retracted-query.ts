import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { Retraction } from '../domain/user-model/retraction.js';

/** The conversation of a retraction. Undefined: no remaining memory quotes the message, or has the id. */
export async function conversationOfRetracted(
  executor: Executor,
  tenantId: TenantId,
  retraction: Retraction,
): Promise<string | undefined> {
  if (retraction.type === 'conversation') return retraction.conversationId;
  const [condition, id] =
    retraction.type === 'message'
      ? ['message_ids @> ARRAY[$2::text]', retraction.messageId]
      : ['memory_id = $2', retraction.memoryId];
  const { rows } = await executor.query<{ conversation_id: string }>({
    name: `memory.conversation_of_retracted_${retraction.type}`,
    text: `SELECT conversation_id FROM memory.memory WHERE tenant_id = $1 AND ${condition} LIMIT 1`,
    values: [tenantId, id],
  });
  return rows[0]?.conversation_id;
}
