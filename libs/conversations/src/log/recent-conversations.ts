import type { LoadedAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import { LRUCache } from 'lru-cache';
import type { StartedConversation } from '../domain/conversation.js';
import type { LoadedConversation } from './loaded-conversation.js';
import type { RecalledConversation } from './recalled-conversation.js';

/** Each holds what a prompt can show: up to about 60 KB, usually a few. */
const maxConversations = 1_000;
/** Users answer within minutes. Their messages are not cached for longer than that needs. */
const maxMs = 3 * 60_000;
/** If instances share conversations, each stale entry costs a rejected statement. */
const distrustMs = 60_000;
/** No entry from before an erasure is used for longer: a turn takes ten minutes at most. */
const erasedMs = 15 * 60_000;

/**
 * Conversations as this instance left them after their latest turn, so the next turn here begins without reading them.
 * They may be out of date. So an entry is only the base of an append, never a reason for a rejection. The append is
 * rejected when the stream has moved (its head is compared by hash).
 */
export class RecentConversations {
  readonly #known = new LRUCache<string, LoadedAggregate<StartedConversation>>({
    max: maxConversations,
    ttl: maxMs,
  });
  /** Erased subjects: a turn that ends now may still hold their words. */
  readonly #erased = new LRUCache<string, true>({ max: 10_000, ttl: erasedMs });
  #distrustedUntilMs = 0;

  constructor(private readonly clock: Clock) {}

  recall(streamId: string): RecalledConversation | undefined {
    if (this.clock.now() < this.#distrustedUntilMs) return undefined;
    const known = this.#known.get(streamId);
    return known && { tenantId: known.tenantId, id: known.id, identity: known.state.identity };
  }

  /** For a change: whatever its outcome, the entry is out of date. */
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

  /** An entry was out of date: other instances write to our conversations. */
  distrust(): void {
    this.#distrustedUntilMs = this.clock.now() + distrustMs;
  }
}
