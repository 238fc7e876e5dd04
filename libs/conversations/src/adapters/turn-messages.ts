import type {
  DecisionRecorded as DecisionMessage,
  MessageReference as ReferenceMessage,
  SaidMessage as SaidMessageMessage,
} from '@svc/contracts/conversations';
import type { DecisionRecord, Verdict } from '@svc/engine';
import type { OfMessage } from '@svc/kernel';
import type { DecisionRecorded } from '../domain/conversation-event.js';
import type { MessageReference, SaidMessage } from '../domain/message.js';
import { messageTypes } from './enum-messages.js';
import { stored } from './stored-value.js';

export function saidToMessage(message: SaidMessage): OfMessage<SaidMessageMessage> {
  return { ...message, type: messageTypes.toMessage(message.type) };
}

export function saidFromMessage(message: OfMessage<SaidMessageMessage>): SaidMessage {
  return { ...message, type: stored(messageTypes.fromMessage(message.type), 'message type') };
}

export function referenceToMessage({ messageId, type }: MessageReference): OfMessage<ReferenceMessage> {
  return { messageId, type: messageTypes.toMessage(type) };
}

export function referenceFromMessage({ messageId, type }: OfMessage<ReferenceMessage>): MessageReference {
  return { messageId, type: stored(messageTypes.fromMessage(type), 'message type') };
}

type VerdictMessage = NonNullable<OfMessage<DecisionMessage>['verdict']>;

export function decisionToMessage({ verdict, ...decision }: DecisionRecorded): OfMessage<DecisionMessage> {
  return {
    ...decision,
    callId: decision.callId ?? null,
    verdict:
      verdict.kind === 'exit'
        ? { $case: 'exit', value: { exitCondition: verdict.exitCondition, nextState: verdict.nextState } }
        : { $case: 'action', value: verdict.action },
  };
}

export function decisionFromMessage(
  message: OfMessage<DecisionMessage> & { readonly verdict: VerdictMessage },
): DecisionRecorded {
  return {
    ...message,
    // Written by `decisionToMessage` alone.
    purpose: message.purpose as DecisionRecord['purpose'],
    judgedBy: message.judgedBy as DecisionRecord['judgedBy'],
    verdict: verdictFromMessage(message.verdict),
  };
}

function verdictFromMessage(verdict: VerdictMessage): Verdict {
  return verdict.$case === 'exit'
    ? { kind: 'exit', ...verdict.value }
    : { kind: 'action', action: verdict.value };
}
