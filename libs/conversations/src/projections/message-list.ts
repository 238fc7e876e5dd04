import type { TenantId } from '@svc/kernel';
import type { MessageType } from '../domain/message.js';
import type { Prisma, PrismaClient } from './gen/client.js';

export interface MessageQuery {
  readonly tenantId: TenantId;
  readonly conversationId: string;
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

export interface ListedMessage {
  readonly messageId: string;
  readonly interactionId: string;
  readonly type: MessageType;
  readonly sender: string;
  readonly text: string;
  readonly createdAt: Date;
}

export interface MessagePage {
  readonly messages: readonly ListedMessage[];
  readonly hasMore: boolean;
}

/** One page, in the order asked for; ties are broken by the order of the conversation, newest first where time runs so. */
export async function listMessages(prisma: PrismaClient, query: MessageQuery): Promise<MessagePage> {
  const { tenantId, conversationId, messageIds, types, interactionIds } = query;
  const rows = await prisma.message.findMany({
    where: {
      tenantId,
      conversationId,
      type: { in: [...types] },
      ...(messageIds.length > 0 && { messageId: { in: [...messageIds] } }),
      ...(interactionIds.length > 0 && { interactionId: { in: [...interactionIds] } }),
    },
    orderBy: [...query.sortBy.map(orderOf), { ordinal: tieOrderOf(query.sortBy) }],
    skip: query.offset,
    take: query.limit + 1,
  });
  const messages = rows.slice(0, query.limit).map((row) => ({
    ...row,
    // Written by `messageRows` alone.
    type: row.type as MessageType,
  }));
  return { messages, hasMore: rows.length > query.limit };
}

/** Messages of one millisecond are common, and the newest of them must come first where the newest do. */
function tieOrderOf(keys: readonly MessageSortKey[]): 'asc' | 'desc' {
  return keys.find(({ field }) => field === 'created_at')?.descending === true ? 'desc' : 'asc';
}

function orderOf({ field, descending }: MessageSortKey): Prisma.MessageOrderByWithRelationInput {
  const order = descending ? 'desc' : 'asc';
  switch (field) {
    case 'interaction_id':
      return { interactionId: order };
    case 'created_at':
      return { createdAt: order };
  }
}
