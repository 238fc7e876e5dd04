import type { Insight } from './insight.js';

/** What is no longer to be known: everything from a conversation, whatever rests on a message, or one memory. */
export type Retraction =
  | { readonly type: 'conversation'; readonly conversationId: string }
  | { readonly type: 'message'; readonly messageId: string }
  | { readonly type: 'memory'; readonly memoryId: string };

export function withoutRetracted(
  insights: readonly Insight[],
  retractions: readonly Retraction[],
): readonly Insight[] {
  const conversations = new Set<string>();
  const messages = new Set<string>();
  const memories = new Set<string>();
  for (const retraction of retractions) {
    if (retraction.type === 'conversation') conversations.add(retraction.conversationId);
    else if (retraction.type === 'message') messages.add(retraction.messageId);
    else memories.add(retraction.memoryId);
  }
  return insights.filter(
    ({ memoryId, conversationId, messageIds }) =>
      !memories.has(memoryId) &&
      !conversations.has(conversationId) &&
      !messageIds.some((messageId) => messages.has(messageId)),
  );
}
