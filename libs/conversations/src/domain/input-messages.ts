import { DomainError } from '@svc/errors';
import { hasVisibleText } from '@svc/kernel';
import type { ExternalEventInput, NewInteraction } from './conversation-command.js';
import type { ConversationMessage } from './message.js';

/** Other clocks run ahead: an event up to this far ahead of the shared clock counts as now. */
const toleratedAheadMs = 5_000;
const externalEventSender = 'External event';

/**
 * The messages that a turn begins with, in their order: external events, then the user's message.
 * @throws DomainError `invalid_request` for an empty message and for external event that can't have happened then.
 */
export function inputMessages(
  { input, user }: NewInteraction,
  lastMessageAtMs: number | null,
  atMs: number,
): readonly ConversationMessage[] {
  if (input.kind === 'greeting' || input.kind === 'skip') return [];
  if (!hasVisibleText(input.text))
    throw refused('The message is empty. Send some text, or skip the turn of the user.');
  const { kind: type, messageId, text } = input;
  return [
    ...happened(input.externalEvents, lastMessageAtMs, atMs),
    {
      messageId,
      type,
      sender: type === 'user-message' ? user.displayName : externalEventSender,
      text,
      createdAtMs: notBefore(lastMessageAtMs, atMs),
    },
  ];
}

function happened(
  events: readonly ExternalEventInput[],
  lastMessageAtMs: number | null,
  atMs: number,
): readonly ConversationMessage[] {
  let earliestMs = lastMessageAtMs ?? -Infinity;
  return events.map(({ messageId, content, timestampMs, aheadMs }) => {
    if (!hasVisibleText(content)) throw refused('The content of an external event is empty.');
    if (aheadMs > toleratedAheadMs)
      throw refused('An external event must lie in the past: its timestamp is ahead of the clock here.');
    if (timestampMs < earliestMs) {
      throw refused('External events must be chronological, and none may lie before the latest message.');
    }
    earliestMs = timestampMs;
    const createdAtMs = notBefore(lastMessageAtMs, Math.min(timestampMs, atMs));
    return { messageId, type: 'external-event', sender: externalEventSender, text: content, createdAtMs };
  });
}

/** Clocks of two hosts may differ, but a conversation's messages must never run backwards. */
export function notBefore(lastMessageAtMs: number | null, atMs: number): number {
  return lastMessageAtMs === null ? atMs : Math.max(lastMessageAtMs, atMs);
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', message);
}
