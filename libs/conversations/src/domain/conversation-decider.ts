import { DomainError } from '@svc/errors';
import type { Decider, Timed } from '@svc/kernel';
import { completedTurn } from './complete-interaction.js';
import type {
  CompleteInteraction,
  ConversationCommand,
  NewInteraction,
  StartConversation,
  VoidInteraction,
} from './conversation-command.js';
import type { ConversationEvent } from './conversation-event.js';
import { absentConversation, evolve, type Conversation, type StartedConversation } from './conversation.js';
import { participantsOf, type Participants } from './conversation-identity.js';
import { heardMessages } from './heard-messages.js';
import { isSameUser, type KnownUser } from './known-user.js';

/** The rules of a conversation. Leases are not among them: who may run a turn is a matter of rows, not of events. */
export const conversationDecider: Decider<Conversation, ConversationCommand & Timed, ConversationEvent> = {
  initialState: absentConversation,
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'StartConversation':
        return startConversation(state, command);
      case 'StartInteraction':
        return startInteraction(idle(state), command.interaction, command.atMs);
      case 'CompleteInteraction':
        return completeInteraction(state, command);
      case 'VoidInteraction':
        // What is gone has no turn: a void of its first turn, heard of late, is no failure.
        return state.stage === 'absent' ? [] : voidInteraction(state, command);
      case 'FinishConversation':
        return finishConversation(idle(state), command.atMs);
    }
  },
};

function startConversation(
  state: Conversation,
  { identity, interaction, atMs }: StartConversation & Timed,
): readonly ConversationEvent[] {
  if (state.stage !== 'absent') throw new TypeError('The id of a new conversation is taken.');
  const tags = identity.tags.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return [
    { type: 'ConversationStarted', data: { ...identity, tags, startedAtMs: atMs } },
    ...interactionStarted(identity, interaction, null, null, atMs),
  ];
}

function startInteraction(
  state: StartedConversation,
  interaction: NewInteraction,
  atMs: number,
): readonly ConversationEvent[] {
  return interactionStarted(state.identity, interaction, state.user, state.lastMessageAtMs, atMs);
}

function interactionStarted(
  participants: Participants,
  interaction: NewInteraction,
  knownUser: KnownUser | null,
  lastMessageAtMs: number | null,
  atMs: number,
): readonly ConversationEvent[] {
  const messages = heardMessages(interaction, lastMessageAtMs, atMs);
  const { interactionId, heard, user } = interaction;
  return [
    ...(isSameUser(user, knownUser) ? [] : [{ type: 'UserProfileRead', data: user } as const]),
    {
      type: 'InteractionStarted',
      data: {
        ...participantsOf(participants),
        interactionId,
        kind: heard.kind,
        messages,
        startedAtMs: atMs,
      },
    },
  ];
}

/** Whoever has ended the turn may have discarded its conversation with it. */
function completeInteraction(
  state: Conversation,
  { turn, atMs }: CompleteInteraction & Timed,
): readonly ConversationEvent[] {
  if (state.stage === 'absent') throw conversationNotFound();
  if (state.running?.interactionId !== turn.interactionId) {
    throw new DomainError('operation_in_progress', 'The interaction was ended by another process.', {
      privateDetail: `interaction ${turn.interactionId} is not the running one`,
    });
  }
  return completedTurn(state, state.running, turn, atMs);
}

/** A conversation whose very first interaction comes to nothing never was. */
function voidInteraction(
  conversation: StartedConversation,
  { reason, atMs }: VoidInteraction & Timed,
): readonly ConversationEvent[] {
  const { running, identity } = conversation;
  if (running === null) return [];
  const voided: ConversationEvent = {
    type: 'InteractionVoided',
    data: { ...participantsOf(identity), interactionId: running.interactionId, reason, voidedAtMs: atMs },
  };
  if (!isFirstTurn(conversation)) return [voided];
  return [voided, discarded(identity, atMs)];
}

/** There is nothing to finish before the first answer; a conversation in which nothing was said is discarded instead. */
function finishConversation(state: StartedConversation, atMs: number): readonly ConversationEvent[] {
  if (state.completedInteractions > 0) {
    const data = { ...participantsOf(state.identity), reason: 'requested', finishedAtMs: atMs } as const;
    return [{ type: 'ConversationFinished', data }];
  }
  if (state.recordedMessages > 0) {
    throw new DomainError('conversation_has_no_interactions', 'The conversation has no interactions.');
  }
  return [discarded(state.identity, atMs)];
}

function discarded(participants: Participants, atMs: number): ConversationEvent {
  return { type: 'ConversationDiscarded', data: { ...participantsOf(participants), discardedAtMs: atMs } };
}

/** @throws DomainError `not_found` for what does not exist, or exists no more. */
export function existing(state: Conversation): StartedConversation {
  if (state.stage === 'absent' || state.stage === 'discarded') throw conversationNotFound();
  return state;
}

/** Whether voiding the turn that runs is the end of the conversation. */
export function isFirstTurn({ completedInteractions }: StartedConversation): boolean {
  return completedInteractions === 0;
}

function idle(state: Conversation): StartedConversation {
  const conversation = existing(state);
  if (conversation.stage === 'finished') {
    throw new DomainError('conversation_finished', 'The conversation is finished. Start a new one.');
  }
  if (conversation.running !== null) throw interactionRunning();
  return conversation;
}

export function conversationNotFound(): DomainError {
  return new DomainError('not_found', 'There is no such conversation.');
}

export function interactionRunning(): DomainError {
  return new DomainError(
    'operation_in_progress',
    'Another operation on this conversation is in progress. Wait for its end.',
  );
}
