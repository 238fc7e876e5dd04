import type { Grant } from '@svc/auth';
import type { TenantId } from '@svc/kernel';
import type { ConversationTag } from '../domain/conversation-identity.js';
import type { Database } from '@svc/postgres';
import { conversationPage } from './conversation-page-query.js';
import type { PrismaClient } from './gen/client.js';

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
  readonly tags: readonly ConversationTagFilter[];
  readonly sortBy: readonly ConversationSortKey[];
  readonly limit: number;
  readonly offset: number;
}

/** `value` undefined = whatever its value, null = the tag has none. */
export interface ConversationTagFilter {
  readonly key: string;
  readonly value: string | null | undefined;
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

export interface ListPorts {
  readonly database: Database;
  readonly prisma: PrismaClient;
}

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  readonly hasMore: boolean;
}

/** One page, in the order asked for; ties are broken by creation, then id. */
export async function listConversations(
  { database, prisma }: ListPorts,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const { rows: found } = await database.query<{ conversation_id: string }>(conversationPage(query));
  const page = found.slice(0, query.limit).map((row) => row.conversation_id);
  const rows = await prisma.conversation.findMany({
    where: { tenantId: query.tenantId, conversationId: { in: page } },
    include: { tags: { orderBy: { key: 'asc' } } },
  });
  const byId = new Map(rows.map((row) => [row.conversationId, row]));
  return { conversations: page.flatMap((id) => byId.get(id) ?? []), hasMore: found.length > query.limit };
}
