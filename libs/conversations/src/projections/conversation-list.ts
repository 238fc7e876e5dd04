import type { ListedRow } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import type { ConversationTag } from '../domain/conversation-identity.js';
import { conversationPage, type ConversationQuery } from './conversation-page-query.js';
import type { conversationTable } from './conversation-table.js';

export type ListedConversation = ListedRow<typeof conversationTable> & {
  /** Sorted by key. */
  readonly tags: readonly ConversationTag[];
};

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  readonly hasMore: boolean;
}

/** One page, in the order asked for; ties are broken by creation, then id. One statement. */
export async function listConversations(
  executor: Executor,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { rows } = await executor.query<ListedConversation>(conversationPage(query));
  return { conversations: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
}
