import { toSqlScope, type AttributeValues, type Grant } from '@svc/auth';
import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { isEqual, isOneOfOrAny, page, pageOf, type Executor, type Sort, type Statement } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { memoryTable } from './memory-table.js';

export interface MemoryQuery {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** Empty: all. */
  readonly memoryIds: readonly string[];
  /** Empty: all. */
  readonly conversationIds: readonly string[];
  readonly sortBy: readonly Sort<(typeof memorySortFields)[number]>[];
  readonly limit: number;
  readonly offset: number;
  /** Grants of `Conversation:GetMessage`. */
  readonly grants: readonly Grant[];
  /** The attributes that conditions of grants are checked against, the same for all of the user's conversations. */
  readonly readers: Omit<AttributeValues<'Conversation:GetMessage'>, 'service_id'>;
}

export const memorySortFields = ['conversation_id', 'created_at'] as const;

export type ListedMemory = ListedRow<typeof memoryTable>;

export interface MemoryPage {
  readonly memories: readonly ListedMemory[];
  readonly hasMore: boolean;
}

/**
 * One page, in the requested order; ties are broken by creation, then by conversation and the order in it.
 * @throws DomainError `service_unavailable` when keys are unavailable.
 */
export async function listMemories(
  executor: Executor,
  keys: SubjectKeys,
  query: MemoryQuery,
): Promise<MemoryPage> {
  const { rows } = await executor.query<SealedRow<typeof memoryTable>>(memoryPage(query));
  const { rows: shown, hasMore } = pageOf(rows, query);
  const memories = await openRows(memoryTable, shown, keys, ({ subject }) => subject);
  return { memories, hasMore };
}

function memoryPage({ readers, grants, ...query }: MemoryQuery): Statement {
  const places = {
    org_id: { constant: readers.org_id },
    conversation_user_id: { constant: readers.conversation_user_id },
    user_role_id: { constant: readers.user_role_id },
    visible_to_admins: { constant: readers.visible_to_admins },
    service_id: { sql: 'm.service_id' },
  };
  return page({
    name: 'memory.memories',
    select: memoryTable.selection('m'),
    from: 'memory.memory AS m',
    where: [
      isEqual('m.tenant_id', query.tenantId),
      isEqual('m.user_id', query.userId),
      isOneOfOrAny('m.memory_id', query.memoryIds),
      isOneOfOrAny('m.conversation_id', query.conversationIds),
    ],
    scope: (first) => toSqlScope(grants, 'Conversation:GetMessage', places, first),
    sort: {
      by: query.sortBy,
      columns: { conversation_id: 'm.conversation_id', created_at: 'm.created_at' },
      then: ['m.created_at', 'm.conversation_id', 'm.ordinal'],
    },
    limit: query.limit,
    offset: query.offset,
  });
}
