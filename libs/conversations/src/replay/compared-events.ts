import { canonicalJson } from '@svc/kernel';
import type { ConversationEvent } from '../domain/conversation-event.js';

/** The first two events that differ; null after the end of a list. */
export type Compared =
  | { readonly outcome: 'identical' }
  | {
      readonly outcome: 'diverged';
      readonly recorded: ConversationEvent | null;
      readonly replayed: ConversationEvent | null;
    };

export function comparedEvents(
  recorded: readonly ConversationEvent[],
  replayed: readonly ConversationEvent[],
): Compared {
  const count = Math.max(recorded.length, replayed.length);
  for (let place = 0; place < count; place += 1) {
    const [one, other] = [recorded[place] ?? null, replayed[place] ?? null];
    if (canonicalJson(one) !== canonicalJson(other))
      return { outcome: 'diverged', recorded: one, replayed: other };
  }
  return { outcome: 'identical' };
}
