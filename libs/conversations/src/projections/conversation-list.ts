import type { Grant } from '@svc/auth';
import type { TenantId } from '@svc/kernel';
import type { ConversationTag } from '../domain/conversation-identity.js';
import type { Executor, TagFilter } from '@svc/postgres';
import { conversationPage } from './conversation-page-query.js';

export interface ConversationQuery {
  readonly tenantId: TenantId;
  /** Those on `Conversation:GetConversation`, narrowed to users: no condition on a user's role or visibility is left. */
  readonly grants: readonly Grant[];
  /** Empty: all. */
  readonly conversationIds: readonly string[];
  /** Empty: all. */
  readonly userIds: readonly string[];
  /** Empty: all. */
  readonly serviceIds: readonly string[];
  /** Null: both. */
  readonly isFinished: boolean | null;
  /** All must match. */
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly ConversationSortKey[];
  readonly limit: number;
  readonly offset: number;
}

export const conversationSortFields = ['created_at'] as const;
export interface ConversationSortKey {
  readonly field: (typeof conversationSortFields)[number];
  readonly descending: boolean;
}

export interface ListedConversation {
  readonly conversationId: string;
  readonly userId: string;
  readonly serviceId: string;
  readonly createdAt: Date;
  readonly isFinished: boolean;
  readonly finalMessage: string;
  readonly numMessages: number;
  readonly versionSetName: string;
  readonly agentId: string;
  readonly agentVersionNumber: number;
  readonly contextGraphId: string;
  readonly contextGraphVersionNumber: number;
  /** JSON array of messages `svc.conversations.v1.PinnedModelPreference`. */
  readonly llmModelPreferences: string;
  /** Sorted by key. */
  readonly tags: readonly ConversationTag[];
}

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
