import type { TransitionLog, VersionInfo } from '@svc/engine';
import type { TakenTurn } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { participantsOf, type Participants } from './conversation-identity.js';
import type { RunningInteraction, StartedConversation } from './conversation.js';
import { notBefore } from './input-messages.js';
import type { MessageReference, ConversationMessage } from './message.js';
import { noteEvents } from './tool-events.js';
import { callsNeverMade } from './never-made.js';
import { requestEvents } from './turn-requests.js';
import { turnRecordEvents } from './turn-record.js';
import { fieldsCollected, graphOf, visitJsonOf } from './visit.js';

/** The events of a turn, in the order in which they are appended. */
export function completedTurn(
  conversation: StartedConversation,
  interaction: RunningInteraction,
  turn: TakenTurn,
  atMs: number,
): readonly ConversationEvent[] {
  const { identity, lastMessageAtMs } = conversation;
  const { result, interactionId, agentName } = turn;
  const participants = participantsOf(identity);
  const heardAtMs = interaction.messages.at(-1)?.createdAtMs ?? lastMessageAtMs;
  const createdAtMs = notBefore(heardAtMs, atMs);
  const said = (messageId: string, type: ConversationMessage['type'], text: string): ConversationMessage => ({
    messageId,
    type,
    sender: agentName,
    text,
    createdAtMs,
  });
  const thoughts = result.innerThoughts.map((text, index) =>
    said(thoughtId(turn.innerThoughtIds, index), 'agent-inner-thought', text),
  );
  const message = said(turn.messageId, 'agent-message', result.message);
  return [
    ...noteEvents(conversation, turn.notes),
    ...(result.conversationCompleted ? callsNeverMade(conversation, atMs) : []),
    ...thoughts.map((thought): ConversationEvent => ({
      type: 'InnerThoughtRecorded',
      data: { ...participants, interactionId, message: thought },
    })),
    ...result.transitions.map((transition) =>
      stateTransitioned(participants, turn, graphOf(identity), transition),
    ),
    ...(result.collections ?? []).map((collection): ConversationEvent => ({
      type: 'FieldsCollected',
      data: fieldsCollected(participants, interactionId, collection),
    })),
    ...speechEvents(participants, turn),
    ...requestEvents(participants, turn, atMs),
    ...turnRecordEvents(interactionId, { ...turn, decisions: result.decisions }),
    {
      type: 'AgentMessageCompleted',
      data: {
        ...participants,
        interactionId,
        message,
        state: result.place.state,
        action: result.engagement.action,
        isCut: result.isCut,
        visitJson: visitJsonOf(result),
        isOwnTurn: interaction.isOwnTurn !== null,
      },
    },
    {
      type: 'InteractionCompleted',
      data: {
        ...participants,
        interactionId,
        messages: [...interaction.messages, ...thoughts, message].map(toReference),
        conversationCompleted: result.conversationCompleted,
        completedAtMs: atMs,
        unheardCallIds: result.unheardCalls ?? [],
      },
    },
    ...(result.conversationCompleted ? [completed(participants, atMs)] : []),
  ];
}

/** What became of the agent's words before they were heard, and what was heard before them. */
function speechEvents(
  participants: Participants,
  { interactionId, result: { breaches = [], fillers = [] } }: TakenTurn,
): readonly ConversationEvent[] {
  return [
    ...(breaches.length === 0
      ? []
      : [{ type: 'GuardrailsBroken', data: { ...participants, interactionId, breaches } } as const]),
    ...(fillers.length === 0 ? [] : [{ type: 'FillersSaid', data: { interactionId, fillers } } as const]),
  ];
}

function completed(participants: Participants, atMs: number): ConversationEvent {
  return {
    type: 'ConversationFinished',
    data: { ...participants, reason: 'completed', finishedAtMs: atMs },
  };
}

function toReference({ messageId, type }: ConversationMessage): MessageReference {
  return { messageId, type };
}

function stateTransitioned(
  participants: Participants,
  { interactionId, innerThoughtIds }: TakenTurn,
  own: VersionInfo,
  transition: TransitionLog,
): ConversationEvent {
  const { type: stateType, previousState, nextState } = transition;
  const [previousGraphId, previousGraphVersion] = unlessSame(transition.previousGraphVersion, own);
  const [nextGraphId, nextGraphVersion] = unlessSame(transition.nextGraphVersion, own);
  const data = { ...participants, interactionId, stateType, previousState, nextState };
  return {
    type: 'StateTransitioned',
    data: {
      ...data,
      exitCondition: 'exitCondition' in transition ? transition.exitCondition : null,
      innerThoughtMessageId:
        'innerThought' in transition ? thoughtId(innerThoughtIds, transition.innerThought) : null,
      ...{ previousGraphId, previousGraphVersion, nextGraphId, nextGraphVersion },
      queries: 'queries' in transition ? transition.queries : [],
      isComplete: 'isComplete' in transition && transition.isComplete,
    },
  };
}

/** Most states are in the conversation's own graph. */
function unlessSame(graph: VersionInfo, [id, version]: VersionInfo): VersionInfo | readonly [null, null] {
  return graph[0] === id && graph[1] === version ? [null, null] : graph;
}

function thoughtId(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new TypeError(`Inner thought ${index} has no id.`);
  return id;
}
