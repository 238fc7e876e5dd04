import { openRows, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { SourceMemory } from '../domain/user-model/source-memory.js';
import { memoryTable } from './memory-table.js';

/**
 * All L1 memories of a user, as input of user models.
 * @throws DomainError `service_unavailable` when keys are unavailable.
 */
export async function sourceMemoriesOf(
  executor: Executor,
  keys: SubjectKeys,
  { tenantId, userId }: { readonly tenantId: TenantId; readonly userId: string },
): Promise<readonly SourceMemory[]> {
  const { rows } = await executor.query<SealedRow<typeof memoryTable>>({
    name: 'memory.insights',
    text: `SELECT ${memoryTable.selection('m')} FROM memory.memory AS m WHERE m.tenant_id = $1 AND m.user_id = $2
            ORDER BY m.created_at, m.conversation_id, m.ordinal`,
    values: [tenantId, userId],
  });
  const memories = await openRows(memoryTable, rows, keys, ({ subject }) => subject);
  return memories.map(
    ({ memoryId, conversationId, ordinal, content, fact, saidAtMs, createdAtMs, messageIds }) => ({
      memoryId,
      conversationId,
      ordinal,
      content,
      fact,
      saidAtMs,
      recordedAtMs: createdAtMs,
      messageIds,
    }),
  );
}
