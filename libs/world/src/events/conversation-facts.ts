import {
  FinishReason,
  type ConversationDiscarded,
  type ConversationFinished,
  type ConversationStarted,
  type EscalationRequested,
  type InteractionCompleted,
  type InteractionVoided,
  type ToolOutcomeRecorded,
} from '@svc/contracts/conversations';
import type { ReceivedEvent } from '@svc/event-bus';
import type { ConversationFact } from '../domain/activity/conversation-activity.js';

export type CountedEvent =
  | ConversationStarted
  | InteractionCompleted
  | InteractionVoided
  | ToolOutcomeRecorded
  | EscalationRequested
  | ConversationFinished
  | ConversationDiscarded;

const credentialActor = 'api_key:';

/** What counts of an event of a conversation; null: nothing. */
export function factOf(event: ReceivedEvent<CountedEvent>): ConversationFact | null {
  const { type, streamVersion: sourceVersion } = event;
  switch (type) {
    case 'ConversationStarted': {
      const conversation = startOf(event as ReceivedEvent<ConversationStarted>);
      return conversation && { type: 'CountStart', sourceVersion, conversation };
    }
    case 'InteractionCompleted':
      return activity('conversation.turn', (event.data as InteractionCompleted).completedAtMs, null);
    case 'InteractionVoided':
      return activity('conversation.turn_voided', (event.data as InteractionVoided).voidedAtMs, null);
    case 'ToolOutcomeRecorded': {
      const { status, endedAtMs, durationMs } = event.data as ToolOutcomeRecorded;
      if (status === 'ended') return activity('tool.succeeded', endedAtMs, durationMs);
      // Of a call whose outcome is unknown another event follows, when it is settled.
      return status === 'failed' ? activity('tool.failed', endedAtMs, durationMs) : null;
    }
    case 'EscalationRequested':
      return activity('escalation.requested', (event.data as EscalationRequested).requestedAtMs, null);
    case 'ConversationFinished': {
      const { reason, finishedAtMs: endedAtMs } = event.data as ConversationFinished;
      const isCompleted = reason === FinishReason.FINISH_REASON_COMPLETED;
      return { type: 'CountEnd', sourceVersion, isCompleted, endedAtMs };
    }
    default:
      return { type: 'Uncount', sourceVersion };
  }

  function activity(
    of: (ConversationFact & { readonly type: 'CountActivity' })['activity'],
    happenedAtMs: number,
    durationMs: number | null,
  ): ConversationFact {
    return { type: 'CountActivity', sourceVersion, activity: of, happenedAtMs, durationMs };
  }
}

/** Null: a try of an agent, which counts nowhere. */
function startOf({ data, metadata }: ReceivedEvent<ConversationStarted>) {
  const { conversationId, serviceId, pins, workspace, startedAtMs } = data;
  if (!workspace || !countedDirections.has(workspace.direction)) return null;
  const { actor } = metadata;
  return {
    ...{ conversationId, serviceId, agentId: pins?.agentId ?? '', startedAtMs },
    channel: workspace.channel,
    direction: workspace.direction,
    credentialId: actor.startsWith(credentialActor) ? actor.slice(credentialActor.length) : null,
  };
}

const countedDirections: ReadonlySet<string> = new Set(['inbound', 'outbound']);
