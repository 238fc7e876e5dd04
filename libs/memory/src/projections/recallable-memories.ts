import { openRows, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { RecallableMemory } from '../domain/recall/recallable.js';
import { memoryTable } from './memory-table.js';

/** Maximum of memories opened for one query, the newest ones: a turn waits for it. */
const maxMemories = 200;

/**
 * The newest L1 memories of a user, as recall weighs them.
 * @throws DomainError `service_unavailable` when keys are unavailable.
 */
export async function recallableMemories(
  executor: Executor,
  keys: SubjectKeys,
  { tenantId, userId }: { readonly tenantId: TenantId; readonly userId: string },
): Promise<readonly RecallableMemory[]> {
  const { rows } = await executor.query<SealedRow<typeof memoryTable>>({
    name: 'memory.recallable_memories',
    text: `SELECT ${memoryTable.selection('m')} FROM memory.memory AS m WHERE m.tenant_id = $1 AND m.user_id = $2
            ORDER BY m.created_at DESC, m.conversation_id DESC, m.ordinal DESC LIMIT ${maxMemories}`,
    values: [tenantId, userId],
  });
  return openRows(memoryTable, rows, keys, ({ subject }) => subject);
}
