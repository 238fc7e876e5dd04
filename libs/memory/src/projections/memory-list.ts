import { hash } from 'node:crypto';
import { toSqlScope, type AttributeValues, type Grant } from '@svc/auth';
import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { memoryTable } from './memory-table.js';

export interface MemoryQuery {
  readonly tenantId: TenantId;
  readonly userId: string;
  /** Empty: all. */
  readonly memoryIds: readonly string[];
  /** Empty: all. */
  readonly conversationIds: readonly string[];
  readonly sortBy: readonly MemorySortKey[];
  readonly limit: number;
  readonly offset: number;
  /** Those on `Conversation:GetMessage`. */
  readonly grants: readonly Grant[];
  /** What conditions of grants ask about, and is the same for all of the user's conversations. */
  readonly readers: Omit<AttributeValues<'Conversation:GetMessage'>, 'service_id'>;
}

export const memorySortFields = ['conversation_id', 'created_at'] as const;
export interface MemorySortKey {
  readonly field: (typeof memorySortFields)[number];
  readonly descending: boolean;
}

export type ListedMemory = ListedRow<typeof memoryTable>;

export interface MemoryPage {
  readonly memories: readonly ListedMemory[];
  readonly hasMore: boolean;
}

/**
 * One page, in the order asked for; ties are broken by creation, then by conversation and the order in it.
 * @throws DomainError `service_unavailable` when keys can't be had now.
 */
export async function listMemories(
  executor: Executor,
  keys: SubjectKeys,
  query: MemoryQuery,
): Promise<MemoryPage> {
  const { rows } = await executor.query<SealedRow<typeof memoryTable>>(memoryPage(query));
  const page = rows.slice(0, query.limit);
  const memories = await openRows(memoryTable, page, keys, ({ subject }) => subject);
  return { memories, hasMore: rows.length > query.limit };
}

function memoryPage({ readers, grants, ...query }: MemoryQuery): Statement {
  const values: unknown[] = [query.tenantId, query.userId, query.memoryIds, query.conversationIds];
  const scope = toSqlScope(
    grants,
    'Conversation:GetMessage',
    {
      org_id: { constant: readers.org_id },
      conversation_user_id: { constant: readers.conversation_user_id },
      user_role_id: { constant: readers.user_role_id },
      visible_to_admins: { constant: readers.visible_to_admins },
      service_id: { sql: 'm.service_id' },
    },
    values.length + 1,
  );
  values.push(...scope.values);
  const order = [...decisive(query.sortBy), 'm.created_at', 'm.conversation_id', 'm.ordinal'];
  const limit = `LIMIT $${values.push(query.limit + 1)} OFFSET $${values.push(query.offset)}`;
  const text = `SELECT ${memoryTable.selection('m')} FROM memory.memory AS m
     WHERE m.tenant_id = $1 AND m.user_id = $2
       AND (cardinality($3::text[]) = 0 OR m.memory_id = ANY($3))
       AND (cardinality($4::text[]) = 0 OR m.conversation_id = ANY($4))
       AND ${scope.text}
     ORDER BY ${order.join(', ')} ${limit}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `memory.memories_${hash('sha256', text, 'hex').slice(0, 16)}`, text, values };
}

/** The first key of a field decides. Callers choose keys, and each new text stays with every connection: so few that is. */
function decisive(keys: readonly MemorySortKey[]): readonly string[] {
  return memorySortFields
    .flatMap((field) => keys.find((key) => key.field === field) ?? [])
    .toSorted((one, other) => keys.indexOf(one) - keys.indexOf(other))
    .map(({ field, descending }) => `m.${field} ${descending ? 'DESC' : 'ASC'}`);
}
