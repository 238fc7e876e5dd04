import { hash } from 'node:crypto';
import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { MessageType } from '../domain/message.js';
import { messageTable } from './message-table.js';

export interface MessageQuery {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  /** Whose record the conversation is. */
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
export interface MessageSortKey {
  readonly field: (typeof messageSortFields)[number];
  readonly descending: boolean;
}

export type ListedMessage = ListedRow<typeof messageTable>;

export interface MessagePage {
  readonly messages: readonly ListedMessage[];
  readonly hasMore: boolean;
}

/**
 * One page, in the order asked for; ties are broken by the order of the conversation, newest first where time runs so.
 * @throws DomainError `service_unavailable` when the subject's key can't be had now.
 */
export async function listMessages(
  executor: Executor,
  keys: SubjectKeys,
  query: MessageQuery,
): Promise<MessagePage> {
  const { rows } = await executor.query<SealedRow<typeof messageTable>>(messagePage(query));
  const page = rows.slice(0, query.limit);
  const messages = await openRows(messageTable, page, keys, () => query.subject);
  return { messages, hasMore: rows.length > query.limit };
}

/** One text for each order asked for: what is not asked for is an empty list that everything passes. */
export function messagePage(query: MessageQuery): Statement {
  const order = [
    ...decisive(query.sortBy).map(({ field, descending }) => `m.${field} ${directionOf(descending)}`),
    `m.ordinal ${directionOf(isNewestFirst(query.sortBy))}`,
  ];
  const text = `SELECT ${messageTable.selection('m')} FROM conversations.message AS m
     WHERE m.tenant_id = $1 AND m.conversation_id = $2 AND m.type = ANY($3::text[])
       AND (cardinality($4::text[]) = 0 OR m.message_id = ANY($4))
       AND (cardinality($5::text[]) = 0 OR m.interaction_id = ANY($5))
     ORDER BY ${order.join(', ')} LIMIT $6 OFFSET $7`;
  return {
    // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
    name: `conversations.messages_${hash('sha256', text, 'hex').slice(0, 16)}`,
    text,
    values: [
      query.tenantId,
      query.conversationId,
      query.types,
      query.messageIds,
      query.interactionIds,
      query.limit + 1,
      query.offset,
    ],
  };
}

/** The first key of a field decides. Callers choose keys, and each new text stays with every connection: so few that is. */
function decisive(keys: readonly MessageSortKey[]): readonly MessageSortKey[] {
  return messageSortFields
    .flatMap((field) => keys.find((key) => key.field === field) ?? [])
    .toSorted((one, other) => keys.indexOf(one) - keys.indexOf(other));
}

/** Messages of one millisecond are common, and the newest of them must come first where the newest do. */
function isNewestFirst(keys: readonly MessageSortKey[]): boolean {
  return keys.find(({ field }) => field === 'created_at')?.descending === true;
}

function directionOf(descending: boolean): 'ASC' | 'DESC' {
  return descending ? 'DESC' : 'ASC';
}
