import { DomainError } from '@svc/errors';
import { hasVisibleText } from '@svc/kernel';
import type { ExternalEventInput, NewInteraction } from './conversation-command.js';
import type { StartedConversation } from './conversation.js';
import type { ConversationMessage } from './message.js';
import { resultsInWords, untoldResults } from './own-turn.js';

/** Other clocks run ahead: an event up to this far ahead of the shared clock counts as now. */
const toleratedAheadMs = 5_000;
export const eventSender = 'External event';

/**
 * The messages that a turn begins with, in their order: what the agent was not told yet, external events, then the user's message.
 * @throws DomainError `invalid_request` for an empty message and for external event that can't have happened then.
 */
export function inputMessages(
  { input, user }: NewInteraction,
  { lastMessageAtMs, queued, toolCalls }: Known,
  atMs: number,
): readonly ConversationMessage[] {
  const untold = inOrder(queued ?? [], lastMessageAtMs);
  if (input.kind === 'greeting' || input.kind === 'skip') return untold;
  if (input.kind === 'own')
    return untold.length > 0
      ? untold
      : [resultsMessage({ toolCalls }, input.messageId, lastMessageAtMs, atMs)];
  if (!hasVisibleText(input.text))
    throw refused('The message is empty. Send some text, or skip the turn of the user.');
  const { kind: type, messageId, text } = input;
  const said: readonly ConversationMessage[] = [
    ...happened(input.externalEvents, lastMessageAtMs, atMs),
    {
      messageId,
      type,
      sender: type === 'user-message' ? user.displayName : eventSender,
      text,
      createdAtMs: notBefore(lastMessageAtMs, atMs),
    },
  ];
  return untold.length === 0 ? said : inOrder([...untold, ...said], lastMessageAtMs);
}

/** Of the state of a conversation. */
type Known = Pick<StartedConversation, 'lastMessageAtMs' | 'queued' | 'toolCalls'>;

/** None before the one that it follows. */
function inOrder(
  messages: readonly ConversationMessage[],
  lastMessageAtMs: number | null,
): readonly ConversationMessage[] {
  let latestMs = lastMessageAtMs;
  return messages.map((message) => {
    latestMs = notBefore(latestMs, message.createdAtMs);
    return { ...message, createdAtMs: latestMs };
  });
}

/** @throws DomainError `operation_in_progress` when another turn has told of them */
function resultsMessage(
  conversation: Pick<Known, 'toolCalls'>,
  messageId: string,
  lastMessageAtMs: number | null,
  atMs: number,
): ConversationMessage {
  const untold = untoldResults(conversation);
  if (untold.length === 0)
    throw new DomainError('operation_in_progress', 'There is nothing left that the agent was not told.');
  return {
    messageId,
    type: 'external-event',
    sender: eventSender,
    text: resultsInWords(untold),
    createdAtMs: notBefore(lastMessageAtMs, atMs),
  };
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
    return { messageId, type: 'external-event', sender: eventSender, text: content, createdAtMs };
  });
}

/** Clocks of two hosts may differ, but a conversation's messages must never run backwards. */
export function notBefore(lastMessageAtMs: number | null, atMs: number): number {
  return lastMessageAtMs === null ? atMs : Math.max(lastMessageAtMs, atMs);
}

function refused(message: string): DomainError {
  return new DomainError('invalid_request', message);
}
