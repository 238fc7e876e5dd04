import type { TurnEvent } from '@svc/contracts/conversations';
import type { ActionFilter } from './action-filter.js';
import type { TurnLine } from './turn-lines.js';

/** The stream of a turn ended without its last event: it was not known in time whether the turn is stored. */
export class UnknownTurnOutcome extends Error {
  override readonly name = 'UnknownTurnOutcome';

  constructor() {
    super('the outcome of the turn is unknown');
  }
}

/**
 * Lines of the NDJSON stream, in the text format.
 * @throws UnknownTurnOutcome
 */
export async function* toLines(
  responses: AsyncIterable<{ readonly events: readonly TurnEvent[] }>,
  wanted: ActionFilter,
): AsyncGenerator<readonly TurnLine[], void, undefined> {
  let isComplete = false;
  for await (const { events } of responses) {
    isComplete ||= events.some(({ event }) => event?.$case === 'interactionComplete');
    const lines = events.flatMap(({ event }) => (event && toLine(event, wanted)) ?? []);
    if (lines.length > 0) yield lines;
  }
  if (!isComplete) throw new UnknownTurnOutcome();
}

function toLine(event: NonNullable<TurnEvent['event']>, wanted: ActionFilter): TurnLine | undefined {
  switch (event.$case) {
    case 'conversationCreated':
      return { type: 'conversation-created', conversation_id: event.value.conversationId };
    case 'userMessageAvailable':
      return {
        type: 'user-message-available',
        message_id: event.value.messageId,
        user_message: event.value.userMessage,
      };
    case 'currentAgentAction':
      if (!wanted(event.value.actionType)) return undefined;
      return { type: 'current-agent-action', action: JSON.parse(event.value.actionJson) as { type: string } };
    case 'newMessage':
      return {
        type: 'new-message',
        message: event.value.message,
        transcript_alignment: null,
        stop: event.value.stop,
        sequence_number: event.value.sequenceNumber,
        message_id: event.value.messageId,
      };
    case 'interactionComplete':
      return {
        type: 'interaction-complete',
        message_id: event.value.messageId,
        interaction_id: event.value.interactionId,
        full_message: event.value.fullMessage,
        conversation_completed: event.value.conversationCompleted,
      };
    // A filler is told as an action as well.
    case 'filler':
    // Of conversations in workspaces.
    case 'toolCallStarted':
    case 'toolCallCompleted':
      return undefined;
  }
}
