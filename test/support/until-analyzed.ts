import { setTimeout as delay } from 'node:timers/promises';
import type { ClassicClient } from './client.js';

const pauseMs = 50;

/** Resolves once all that follows the end of a conversation is done: memories and user model are made. */
export async function untilAnalyzed(user: ClassicClient, conversationId: string) {
  for (;;) {
    const { conversations } = await user.conversations({ id: conversationId });
    const [conversation] = conversations;
    if (conversation?.is_analyzed) return conversation;
    await delay(pauseMs);
  }
}
