import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { pageOf, type Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { ConversationTag } from '../domain/conversation-description.js';
import { conversationPage, type ConversationQuery } from './conversation-list-query.js';
import { conversationTable } from './conversation-table.js';

interface Alongside {
  /** Sorted by key. */
  readonly tags: readonly ConversationTag[];
  /** Completed stages, in their order; in the words of the API. */
  readonly completedPostProcessings: readonly string[];
}

export type ListedConversation = ListedRow<typeof conversationTable> & Alongside;

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  readonly hasMore: boolean;
}

/**
 * One page, in the requested order; ties are broken by creation, then id. One statement, and one request for keys.
 * @throws DomainError `service_unavailable` when keys are unavailable.
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
