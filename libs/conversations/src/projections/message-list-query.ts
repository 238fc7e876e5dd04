import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import {
  boundedPageOf,
  isEqual,
  isOneOfOrAny,
  page,
  type Executor,
  type Sort,
  type Statement,
} from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { MessageType } from '../domain/message.js';
import { messageTable } from './message-table.js';

export interface MessageQuery {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** The tenant of the conversation's record. */
  readonly subject: string;
  /** Empty: all. */
  readonly messageIds: readonly string[];
  readonly types: readonly MessageType[];
  /** Empty: all. */
  readonly interactionIds: readonly string[];
  readonly sortBy: readonly MessageSortKey[];
  readonly limit: number;
  readonly offset: number;
}

export const messageSortFields = ['interaction_id', 'created_at'] as const;
export type MessageSortKey = Sort<(typeof messageSortFields)[number]>;

export type ListedMessage = ListedRow<typeof messageTable>;

type PageRow = SealedRow<typeof messageTable> & { readonly page_rows: number };

export interface MessagePage {
  readonly messages: readonly ListedMessage[];
  readonly hasMore: boolean;
}

/**
 * One page, in the requested order, which ends early if its messages are long; ties are broken by the order of the conversation, reversed for newest first.
 * @throws DomainError `service_unavailable` when the subject's key is unavailable.
 */
export async function listMessages(
  executor: Executor,
  keys: SubjectKeys,
  query: MessageQuery,
): Promise<MessagePage> {
  const { rows } = await executor.query<PageRow>(messagePage(query));
  const { rows: shown, hasMore } = boundedPageOf(rows, query);
  const messages = await openRows(messageTable, shown, keys, () => query.subject);
  return { messages, hasMore };
}

/** How many messages of the user stand before one of a conversation. */
export async function countUserMessagesBefore(
  executor: Executor,
  {
    tenantId,
    conversationId,
    messageId,
  }: Pick<MessageQuery, 'tenantId' | 'conversationId'> & { readonly messageId: string },
): Promise<number> {
  const { rows } = await executor.query<{ readonly count: number }>({
    name: 'conversations.count_user_messages_before',
    text: `SELECT count(*)::integer AS count FROM conversations.message AS m
            WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.type = 'user-message'
              AND m.ordinal < (SELECT ordinal FROM conversations.message
                                WHERE tenant_id = $1 AND conversation_id = $2 AND message_id = $3)`,
    values: [tenantId, conversationId, messageId],
  });
  return rows[0]?.count ?? 0;
}

/**
 * Of a page, as they are stored. A message may hold 80 kB, and a page of the longest ones would be 40 MB, which take
 * half a second to open and to write.
 */
const mostBytes = 2 * 1_024 * 1_024;

/** One SQL text for each requested order. */
function messagePage(query: MessageQuery): Statement {
  return page({
    name: 'conversations.messages',
    select: messageTable.selection('m'),
    from: 'conversations.message AS m',
    where: [
      isEqual('m.tenant_id', query.tenantId),
      isEqual('m.conversation_id', query.conversationId),
      (value) => `m.type = ANY(${value(query.types)}::text[])`,
      isOneOfOrAny('m.message_id', query.messageIds),
      isOneOfOrAny('m.interaction_id', query.interactionIds),
    ],
    sort: {
      by: query.sortBy,
      columns: { interaction_id: 'm.interaction_id', created_at: 'm.created_at' },
      then: [`m.ordinal ${isNewestFirst(query.sortBy) ? 'DESC' : 'ASC'}`],
    },
    limit: query.limit,
    offset: query.offset,
    bytes: { alias: 'm', ofRow: 'coalesce(octet_length(m.text), 0)', most: mostBytes },
  });
}

/** Many messages share a millisecond. Newest first must hold among them, too. */
function isNewestFirst(keys: readonly MessageSortKey[]): boolean {
  return keys.find(({ field }) => field === 'created_at')?.descending === true;
}
