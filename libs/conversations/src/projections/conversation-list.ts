import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { pageOf, type Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { ConversationTag } from '../domain/conversation-description.js';
import { conversationPage, type ConversationQuery } from './conversation-list-query.js';
import { conversationTable } from './conversation-table.js';

interface Alongside {
  /** Sorted by key. */
  readonly tags: readonly ConversationTag[];
  /** Stages that are done, in their order; in the words of the wire. */
  readonly completedPostProcessings: readonly string[];
}

export type ListedConversation = ListedRow<typeof conversationTable> & Alongside;

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  readonly hasMore: boolean;
}

/**
 * One page, in the order asked for; ties are broken by creation, then id. One statement, and one question for keys.
 * @throws DomainError `service_unavailable` when keys can't be had now.
 */
export async function listConversations(
  executor: Executor,
  keys: SubjectKeys,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { rows } = await executor.query<SealedRow<typeof conversationTable> & Alongside>(
    conversationPage(query),
  );
  const { rows: page, hasMore } = pageOf(rows, query);
  const conversations = await openRows(conversationTable, page, keys, ({ subject }) => subject);
  return { conversations, hasMore };
}
