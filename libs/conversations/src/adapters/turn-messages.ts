import type {
  DecisionRecorded as DecisionMessage,
  MessageReference as ReferenceMessage,
  SaidMessage as SaidMessageMessage,
  StateTransitioned as TransitionMessage,
} from '@svc/contracts/conversations';
import type { DecisionRecord, Verdict } from '@svc/engine';
import type { Complete } from '@svc/event-store';
import type { DecisionRecorded, StateTransitioned } from '../domain/conversation-event.js';
import type { MessageReference, SaidMessage } from '../domain/message.js';
import { messageTypes } from './enum-messages.js';
import { stored } from './stored-value.js';

export function saidToMessage(message: SaidMessage): Complete<SaidMessageMessage> {
  return { ...message, type: messageTypes.toMessage(message.type) };
}

export function saidFromMessage(message: SaidMessageMessage | undefined): SaidMessage {
  const said = stored(message, 'message');
  return { ...said, type: stored(messageTypes.fromMessage(said.type), 'message type') };
}

export function referenceToMessage({ messageId, type }: MessageReference): Complete<ReferenceMessage> {
  return { messageId, type: messageTypes.toMessage(type) };
}

export function referenceFromMessage({ messageId, type }: ReferenceMessage): MessageReference {
  return { messageId, type: stored(messageTypes.fromMessage(type), 'message type') };
}

export function transitionToMessage(transition: StateTransitioned): Complete<TransitionMessage> {
  const { exitCondition, innerThoughtMessageId } = transition;
  return {
    ...transition,
    exitCondition: exitCondition ?? undefined,
    innerThoughtMessageId: innerThoughtMessageId ?? undefined,
  };
}

export function transitionFromMessage(message: TransitionMessage): StateTransitioned {
  const { stateType, exitCondition, innerThoughtMessageId } = message;
  return {
    ...message,
    // Written by `transitionToMessage` alone.
    stateType: stateType as StateTransitioned['stateType'],
    exitCondition: exitCondition ?? null,
    innerThoughtMessageId: innerThoughtMessageId ?? null,
  };
}

export function decisionToMessage(decision: DecisionRecorded): Complete<DecisionMessage> {
  const { exitConditions, actions, guidelines, verdict } = decision;
  return {
    ...decision,
    exitConditions: [...exitConditions],
    actions: [...actions],
    guidelines: [...guidelines],
    reason: decision.reason ?? undefined,
    callId: decision.callId ?? undefined,
    verdict:
      verdict.kind === 'exit'
        ? { $case: 'exit', value: { exitCondition: verdict.exitCondition, nextState: verdict.nextState } }
        : { $case: 'action', value: verdict.action },
  };
}

export function decisionFromMessage(message: DecisionMessage): DecisionRecorded {
  return {
    ...message,
    // Written by `decisionToMessage` alone.
    purpose: message.purpose as DecisionRecord['purpose'],
    judgedBy: message.judgedBy as DecisionRecord['judgedBy'],
    reason: message.reason ?? null,
    callId: message.callId ?? null,
    verdict: verdictFromMessage(stored(message.verdict, 'verdict')),
  };
}

function verdictFromMessage(verdict: NonNullable<DecisionMessage['verdict']>): Verdict {
  return verdict.$case === 'exit'
    ? { kind: 'exit', ...verdict.value }
    : { kind: 'action', action: verdict.value };
}
