import type { LoadedAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { StartedConversation } from '../domain/conversation.js';
import type { LoadedConversation } from './loaded-conversation.js';
import type { RecalledConversation } from './recalled-conversation.js';

/** One holds what a prompt can show: up to some 60 KB, for most a few. */
const maxConversations = 1_000;
/** People answer within minutes; what they said is not kept around for longer than a conversation needs. */
const maxMs = 3 * 60_000;
/** Where instances share conversations, recalling one is a gamble that costs a refused statement. */
const distrustMs = 60_000;
/** Nothing that was known before an erasure is in use for longer: a turn takes ten minutes at most. */
const erasedMs = 15 * 60_000;

/**
 * Conversations as this instance has left them after their latest turn, so that the next turn here begins without
 * reading them. Another instance may have gone on since: what is recalled is only ever the base of an append, which is
 * refused when the stream has moved (its head is compared by hash), and never a reason to refuse anything.
 */
export class RecentConversations {
  readonly #known = new LRUCache<string, LoadedAggregate<StartedConversation>>({
    max: maxConversations,
    ttl: maxMs,
  });
  /** Subjects that were erased: what ends now may still hold their words. */
  readonly #erased = new LRUCache<string, true>({ max: 10_000, ttl: erasedMs });
  #distrustedUntilMs = 0;

  constructor(private readonly clock: Clock) {}

  recall(streamId: string): RecalledConversation | undefined {
    if (this.clock.now() < this.#distrustedUntilMs) return undefined;
    const known = this.#known.get(streamId);
    return known && { tenantId: known.tenantId, id: known.id, identity: known.state.identity };
  }

  /** For a change: whatever comes of it, what is remembered is out of date. */
  take(streamId: string): LoadedConversation | undefined {
    const known = this.#known.get(streamId);
    this.#known.delete(streamId);
    return known;
  }

  /** Keeps those that a turn can begin on at once. */
  remember({ tenantId, streamId, id, state, head, snapshotVersion }: LoadedConversation): void {
    if (head.subject !== null && this.#erased.has(head.subject)) return;
    if (state.stage === 'open' && state.running === null)
      this.#known.set(streamId, { tenantId, streamId, id, state, head, snapshotVersion });
  }

  /** The subject was erased. */
  forget(subject: string): void {
    this.#erased.set(subject, true);
    for (const [streamId, { head }] of this.#known.entries())
      if (head.subject === subject) this.#known.delete(streamId);
  }

  /** One had gone on elsewhere: others write to our conversations. */
  distrust(): void {
    this.#distrustedUntilMs = this.clock.now() + distrustMs;
  }
}
