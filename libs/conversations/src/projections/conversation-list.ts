import { toPrismaScope, type Grant } from '@svc/auth';
import type { TenantId } from '@svc/kernel';
import type { ConversationTag } from '../domain/conversation-identity.js';
import { organizationOf } from '../domain/organization.js';
import type { Prisma, PrismaClient } from './gen/client.js';

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

export interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  readonly hasMore: boolean;
}

/** One page, in the order asked for; ties are broken by creation, then id. */
export async function listConversations(
  prisma: PrismaClient,
  query: ConversationQuery,
): Promise<ConversationPage> {
  const rows = await prisma.conversation.findMany({
    where: {
      AND: [
        { tenantId: query.tenantId },
        ...visibleTo(query),
        among('conversationId', query.conversationIds),
        among('userId', query.userIds),
        among('serviceId', query.serviceIds),
        query.isFinished === null ? {} : { isFinished: query.isFinished },
        ...query.tags.map(({ key, value }) => ({ tags: { some: { key, value } } })),
      ],
    },
    include: { tags: { orderBy: { key: 'asc' } } },
    orderBy: [...query.sortBy.map(orderOf), { createdAt: 'asc' }, { conversationId: 'asc' }],
    skip: query.offset,
    take: query.limit + 1,
  });
  return { conversations: rows.slice(0, query.limit), hasMore: rows.length > query.limit };
}

function visibleTo({ tenantId, grants }: ConversationQuery): Prisma.ConversationWhereInput[] {
  return toPrismaScope<'Conversation:GetConversation', Prisma.ConversationWhereInput>(
    grants,
    'Conversation:GetConversation',
    {
      org_id: { constant: organizationOf(tenantId) },
      conversation_user_id: { where: (userId) => ({ userId }) },
      service_id: { where: (serviceId) => ({ serviceId }) },
      user_role_id: { constant: null },
      visible_to_admins: { constant: null },
    },
    { conversationId: { in: [] } },
  );
}

function among(
  field: 'conversationId' | 'userId' | 'serviceId',
  values: readonly string[],
): Prisma.ConversationWhereInput {
  return values.length === 0 ? {} : { [field]: { in: [...values] } };
}

function orderOf({ descending }: ConversationSortKey): Prisma.ConversationOrderByWithRelationInput {
  return { createdAt: descending ? 'desc' : 'asc' };
}
