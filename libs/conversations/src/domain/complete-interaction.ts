import type { TransitionLog, TurnResult } from '@svc/engine';
import { canonicalJson } from '@svc/kernel';
import type { TakenTurn } from './conversation-command.js';
import type { RunningInteraction } from './conversation.js';
import type { ConversationEvent } from './conversation-event.js';
import { notBefore } from './heard-messages.js';
import type { SaidMessage } from './message.js';

/** Everything that a taken turn leaves behind, in the order in which it is told. */
export function completedTurn(
  interaction: RunningInteraction,
  turn: TakenTurn,
  lastMessageAtMs: number | null,
  atMs: number,
): readonly ConversationEvent[] {
  const { result, interactionId, agentName } = turn;
  const heardAtMs = interaction.messages.at(-1)?.createdAtMs ?? lastMessageAtMs;
  const createdAtMs = notBefore(heardAtMs, atMs);
  const said = (messageId: string, type: SaidMessage['type'], text: string): SaidMessage => ({
    messageId,
    type,
    sender: agentName,
    text,
    createdAtMs,
  });
  return [
    ...thoughts(turn, said),
    ...result.transitions.map((transition) => stateTransitioned(turn, transition)),
    ...modelCalls(interactionId, result),
    ...result.decisions.map((decision): ConversationEvent => ({
      type: 'DecisionRecorded',
      data: { interactionId, ...decision },
    })),
    {
      type: 'AgentMessageCompleted',
      data: {
        interactionId,
        message: said(turn.messageId, 'agent-message', result.message),
        state: result.finalState,
        action: result.engagement.action,
        isCut: result.isCut,
      },
    },
    {
      type: 'InteractionCompleted',
      data: {
        interactionId,
        conversationCompleted: result.conversationCompleted,
        completedAtMs: atMs,
      },
    },
    ...(result.conversationCompleted ? [completed(atMs)] : []),
  ];
}

function completed(atMs: number): ConversationEvent {
  return { type: 'ConversationFinished', data: { reason: 'completed', finishedAtMs: atMs } };
}

function thoughts(
  { result, interactionId, innerThoughtIds }: TakenTurn,
  said: (messageId: string, type: SaidMessage['type'], text: string) => SaidMessage,
): readonly ConversationEvent[] {
  return result.innerThoughts.map((text, index) => ({
    type: 'InnerThoughtRecorded',
    data: { interactionId, message: said(thoughtId(innerThoughtIds, index), 'agent-inner-thought', text) },
  }));
}

function stateTransitioned(
  { interactionId, innerThoughtIds }: TakenTurn,
  transition: TransitionLog,
): ConversationEvent {
  const { type: stateType, previousState, nextState } = transition;
  const data = { interactionId, stateType, previousState, nextState };
  return transition.type === 'annotation'
    ? {
        type: 'StateTransitioned',
        data: {
          ...data,
          exitCondition: null,
          innerThoughtMessageId: thoughtId(innerThoughtIds, transition.innerThought),
        },
      }
    : {
        type: 'StateTransitioned',
        data: { ...data, exitCondition: transition.exitCondition, innerThoughtMessageId: null },
      };
}

function modelCalls(interactionId: string, { calls, model }: TurnResult): readonly ConversationEvent[] {
  return calls.map(({ seq, kind, callKey, requestSha256, response, observedSeq }) => ({
    type: 'ModelCallRecorded',
    data: {
      interactionId,
      seq,
      kind,
      callKey,
      requestSha256,
      responseJson: canonicalJson(response),
      observedSeq,
      model,
    },
  }));
}

function thoughtId(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new TypeError(`Inner thought ${index} has no id.`);
  return id;
}
