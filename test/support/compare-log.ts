import type { ConversationLog, LoggedInteraction } from './conversation-log.js';
import type { HeldConversation } from './held-turn.js';
import { compareWithRecord } from './kept-interactions.js';

/**
 * Compares the log with all that clients know of it. Conversations that no client recorded must not have a
 * completed turn.
 * @returns what is wrong, in words
 */
export function compareLogWithRecord(
  { conversations, faults }: ConversationLog,
  held: readonly HeldConversation[],
): readonly string[] {
  const records = new Map(held.map((record) => [record.id, record]));
  const differences = [...conversations.values()].flatMap(({ id, interactions }) =>
    compareWithRecord(records.get(id) ?? { id, turns: [] }, interactions.filter(isCompleted)),
  );
  const absent = held.filter(({ id }) => !conversations.has(id));
  return [...faults, ...differences, ...absent.map(({ id }) => `conversation ${id} is not in the log`)];
}

/** All turns of the log, with any outcome. */
export function interactionsOf({ conversations }: ConversationLog): readonly LoggedInteraction[] {
  return [...conversations.values()].flatMap(({ interactions }) => interactions);
}

export function isCompleted({ outcome }: LoggedInteraction): boolean {
  return outcome === 'completed';
}
