import type { TenantId } from '@svc/kernel';
import type { PrismaClient } from './gen/client.js';

export interface UserStatistics {
  readonly userId: string;
  readonly numConversations: number;
  /** Without inner thoughts. */
  readonly numMessages: number;
  /** Null before the first message. */
  readonly lastMessageAtMs: number | null;
}

/** One for each user that has any conversation. */
export async function userStatistics(
  prisma: PrismaClient,
  tenantId: TenantId,
  userIds: readonly string[],
): Promise<readonly UserStatistics[]> {
  const groups = await prisma.conversation.groupBy({
    by: ['userId'],
    where: { tenantId, userId: { in: [...userIds] } },
    _count: { _all: true },
    _sum: { numMessages: true },
    _max: { lastMessageAt: true },
  });
  return groups.map(({ userId, _count, _sum, _max }) => ({
    userId,
    numConversations: _count._all,
    numMessages: _sum.numMessages ?? 0,
    lastMessageAtMs: _max.lastMessageAt?.getTime() ?? null,
  }));
}
