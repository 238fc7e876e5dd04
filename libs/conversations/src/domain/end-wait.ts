import { DomainError } from '@svc/errors';
import type { Timed } from '@svc/kernel';
import type { EndWait, QueueExternalEvent } from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { participantsOf } from './conversation-identity.js';
import type { StartedConversation } from './conversation.js';
import { eventSender, notBefore } from './input-messages.js';
import { outcomeEvent } from './tool-events.js';
import { awaitsPerson, waitsOf, type OpenWait } from './wait.js';

/**
 * Ends what the conversation waits for. A rejected call has its outcome with it; an approved one is made by the next turn.
 * @throws DomainError `not_found` when it waits for nothing of the kind (any longer)
 */
export function endedWait(
  conversation: StartedConversation,
  { which, decision, reason, decidedBy, messageId, report, atMs }: EndWait & Timed,
): readonly ConversationEvent[] {
  const ended = conversation.stage === 'open' ? waitsOf(conversation).filter(isDecided(which)) : [];
  const [first] = ended;
  if (first === undefined)
    throw new DomainError('not_found', 'The conversation waits for no such decision, or no longer.');
  const participants = participantsOf(conversation.identity);
  const { interactionId } = first;
  const text = report ?? ended.map((wait) => inWords(wait, decision, reason)).join('\n');
  return [
    {
      type: 'WaitEnded',
      data: {
        ...participants,
        interactionId,
        waitIds: ended.map(({ waitId }) => waitId),
        decision,
        reason,
        decidedBy,
        endedAtMs: atMs,
      },
    },
    ...(decision === 'rejected'
      ? ended.flatMap((wait) => rejectedCall(conversation, wait, reason, atMs))
      : []),
    eventToTell(conversation, { interactionId, messageId, text, atMs }),
  ];
}

/** @throws DomainError `conversation_finished` */
export function queuedEvent(
  conversation: StartedConversation,
  command: QueueExternalEvent & Timed,
): readonly ConversationEvent[] {
  if (conversation.stage === 'finished')
    throw new DomainError('conversation_finished', 'The conversation is finished. Start a new one.');
  return [eventToTell(conversation, command)];
}

function eventToTell(
  { lastMessageAtMs }: StartedConversation,
  { interactionId, messageId, text, atMs }: Omit<QueueExternalEvent & Timed, 'type'>,
): ConversationEvent {
  const createdAtMs = notBefore(lastMessageAtMs, atMs);
  return {
    type: 'ExternalEventQueued',
    data: {
      interactionId,
      message: { messageId, type: 'external-event', sender: eventSender, text, createdAtMs },
    },
  };
}

function isDecided(which: EndWait['which']): (wait: OpenWait) => boolean {
  return which === 'approvals' ? awaitsPerson : ({ waitId }) => waitId === which.waitId;
}

function rejectedCall(
  { identity }: StartedConversation,
  { call }: OpenWait,
  reason: string | null,
  endedAtMs: number,
): readonly ConversationEvent[] {
  if (call === null) return [];
  const outcome = { status: 'not-called', failure: null, result: null, durationMs: 0, endedAtMs } as const;
  return [
    outcomeEvent(
      identity,
      call,
      { ...outcome, reason: `A person has rejected the call.${because(reason)}` },
      null,
    ),
  ];
}

const done = {
  approved: 'approved',
  rejected: 'rejected',
  submitted: 'submitted',
  expired: 'not submitted in time',
  withdrawn: 'withdrawn',
} as const;

function inWords({ kind, call }: OpenWait, decision: EndWait['decision'], reason: string | null): string {
  const what =
    kind === 'surface-submission'
      ? `The form was ${done[decision]}.`
      : `A person has ${done[decision]}${call === null ? '' : ` the call of the tool "${call.name}"`}.`;
  return what + because(reason);
}

function because(reason: string | null): string {
  return reason === null ? '' : ` Reason: ${reason}`;
}
