import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { LoadedConversation } from './conversation-log.js';

/** One holds what a prompt can show: up to some 60 KB, for most a few. */
const mostConversations = 1_000;
/** People answer within minutes; what they said is not kept around for longer than a conversation needs. */
const longestMs = 3 * 60_000;
/** Where instances share conversations, recalling one is a gamble that costs a refused statement. */
const distrustMs = 60_000;

/**
 * Conversations as this instance has left them after their latest turn, so that the next turn here begins without
 * reading them. Another instance may have gone on since: what is recalled is only ever a base for an append, which is
 * refused when the stream has moved (its head is compared by hash), and never a reason to refuse anything.
 */
export class RecentConversations {
  readonly #known = new LRUCache<string, LoadedConversation>({ max: mostConversations, ttl: longestMs });
  #distrustedUntilMs = 0;

  constructor(private readonly clock: Clock) {}

  recall(streamId: string): LoadedConversation | undefined {
    return this.clock.now() < this.#distrustedUntilMs ? undefined : this.#known.get(streamId);
  }

  /** Keeps those that a turn can begin on at once. */
  remember(conversation: LoadedConversation): void {
    const { state, streamId } = conversation;
    if (state.stage === 'open' && state.running === null) this.#known.set(streamId, conversation);
    else this.#known.delete(streamId);
  }

  /** The stream had moved on. If it was remembered still, then others write to our conversations. */
  refused(base: LoadedConversation): void {
    if (this.#known.get(base.streamId) === base) this.#distrustedUntilMs = this.clock.now() + distrustMs;
    this.forget(base);
  }

  forget({ streamId }: LoadedConversation): void {
    this.#known.delete(streamId);
  }
}
