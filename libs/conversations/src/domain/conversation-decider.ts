import { DomainError, FieldChecks } from '@svc/errors';
import { canonicalJson, isSameData, type Decider, type Timed } from '@svc/kernel';
import { briefedUser } from './briefed-user.js';
import { completedTurn } from './complete-interaction.js';
import {
  noRecord,
  type ChangeTags,
  type CompleteInteraction,
  type ConversationCommand,
  type NewInteraction,
  type OpenConversation,
  type NewInput,
  type RecordToolNotes,
  type RecordToolOutcome,
  type StartConversation,
  type StartInteraction,
  type SwitchChannel,
  type VoidInteraction,
} from './conversation-command.js';
import { sortedTags, tagsAfter } from './conversation-description.js';
import type { ConversationEvent, FinishReason, InteractionKind, VoidReason } from './conversation-event.js';
import {
  absentConversation,
  evolve,
  type Conversation,
  type RunningInteraction,
  type StartedConversation,
} from './conversation.js';
import { endedWait, queuedEvent } from './end-wait.js';
import { participantsOf, type Participants } from './conversation-identity.js';
import { inputMessages } from './input-messages.js';
import { callsNeverMade } from './never-made.js';
import { summarizedConversation } from './summarized-conversation.js';
import {
  callOf,
  isOpen,
  noteEvents,
  outcomeEvent,
  toolCallsOf,
  toolsOf,
  unknownOutcomes,
  withToolEvent,
  type ToolEvent,
} from './tool-events.js';
import { turnRecordEvents } from './turn-record.js';
import { nothingBriefed, requireNew, type Briefing } from './workspace-conversation.js';

/** The rules of a conversation. Leases are not part of them: they are rows, not events. */
export const conversationDecider: Decider<Conversation, ConversationCommand & Timed, ConversationEvent> = {
  initialState: absentConversation,
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'StartConversation':
        return startConversation(state, command);
      case 'OpenConversation':
        return openConversation(state, command);
      case 'SwitchChannel':
        return switchChannel(idle(state), command);
      case 'StartInteraction':
        return startLaterInteraction(newMessageIn(idle(state), command), command);
      case 'CompleteInteraction':
        return completeInteraction(state, command);
      case 'VoidInteraction':
        // A deleted conversation has no turn: a late void of its first turn is no error.
        return state.stage === 'absent' ? [] : voidInteraction(state, command);
      case 'SummarizeConversation':
        return state.stage === 'absent' ? [] : summarizedConversation(command);
      case 'RecordToolNotes':
        return recordToolNotes(state, command);
      case 'RecordToolOutcome':
        return recordToolOutcome(state, command);
      case 'ChangeTags':
        return changeTags(existing(state), command);
      case 'EndWait':
        return endedWait(existing(state), command);
      case 'QueueExternalEvent':
        return queuedEvent(existing(state), command);
      case 'FinishConversation':
        return finishConversation(idle(state), command.atMs);
      case 'EndForDeletion':
        return state.stage === 'open' ? endForDeletion(state, command.atMs) : [];
    }
  },
};

function startConversation(
  state: Conversation,
  { identity, interaction, conditions, briefing = nothingBriefed, atMs }: StartConversation & Timed,
): readonly ConversationEvent[] {
  return [
    ...openConversation(state, { identity, briefing, atMs }),
    ...startInteraction(fresh(identity), {
      interaction: identity.workspace === null ? interaction : withBriefing(interaction, briefing),
      conditions,
      atMs,
    }),
  ];
}

function openConversation(
  state: Conversation,
  { identity, briefing, atMs }: Omit<OpenConversation & Timed, 'type'>,
): readonly ConversationEvent[] {
  if (state.stage !== 'absent') throw new TypeError('The id of a new conversation is taken.');
  const tags = sortedTags(identity.tags);
  return [
    { type: 'ConversationStarted', data: { ...identity, tags, startedAtMs: atMs } },
    ...briefed(nothingBriefed, briefing),
  ];
}

/** What is left out stays as it was. */
function switchChannel(
  { identity, workspace }: StartedConversation,
  { channel, useCaseId, reason, briefing, atMs }: SwitchChannel & Timed,
): readonly ConversationEvent[] {
  if (workspace === null) throw new TypeError('Conversations of organizations have no channel.');
  const before = workspace.briefing;
  const after: Briefing = {
    instruction: briefing.instruction ?? before.instruction,
    recipient: briefing.recipient ?? before.recipient,
    greeting: before.greeting,
  };
  return [
    {
      type: 'ChannelSwitched',
      data: { ...participantsOf(identity), channel, useCaseId, reason, switchedAtMs: atMs },
    },
    ...briefed(before, after),
  ];
}

function briefed(before: Briefing, after: Briefing): readonly ConversationEvent[] {
  return isSameData(before, after) ? [] : [{ type: 'ConversationBriefed', data: after }];
}

/**
 * In a workspace the agent speaks unasked only at the beginning, and a message is taken once.
 * @throws DomainError `validation_failed`; DuplicateMessageError
 */
function newMessageIn(state: StartedConversation, { interaction }: StartInteraction): StartedConversation {
  const { workspace } = state;
  if (workspace === null) return state;
  const { input, clientMessageId } = interaction;
  requireNew(workspace, clientMessageId);
  if (input.kind === 'greeting' && !isFirstTurn(state))
    new FieldChecks()
      .refuse(['body', 'message'], 'must hold text once the agent has spoken', 'string_too_short')
      .verify();
  return state;
}

function startLaterInteraction(
  state: StartedConversation,
  { interaction, ...begun }: StartInteraction & Timed,
): readonly ConversationEvent[] {
  const briefing = state.workspace?.briefing;
  return startInteraction(state, {
    ...begun,
    interaction: briefing === undefined ? interaction : withBriefing(interaction, briefing),
  });
}

function withBriefing(interaction: NewInteraction, briefing: Briefing): NewInteraction {
  const { user, input } = interaction;
  return { ...interaction, user: briefedUser(user, briefing, input.kind === 'greeting') };
}

/** What an interaction begins from. */
type Ground = Pick<
  StartedConversation,
  'user' | 'recollections' | 'conditions' | 'lastMessageAtMs' | 'tools' | 'toolCalls' | 'queued'
> & {
  readonly identity: Participants;
};

function fresh(identity: Participants): Ground {
  return {
    identity,
    user: null,
    recollections: null,
    conditions: null,
    lastMessageAtMs: null,
    tools: null,
    toolCalls: null,
    queued: null,
  };
}

function startInteraction(
  context: Ground,
  { interaction, conditions, atMs }: Omit<StartInteraction & Timed, 'type'>,
): readonly ConversationEvent[] {
  const messages = inputMessages(interaction, context, atMs);
  const { interactionId, input, user, recollections, tools, isOnBehalf = false } = interaction;
  const { clientMessageId = null } = interaction;
  const events: ConversationEvent[] = [...unknownOutcomes(context, 'overdue', atMs)];
  if (!isSameData(user, context.user)) events.push({ type: 'UserProfileRead', data: user });
  if (recollections && !isSameData(recollections, context.recollections ?? []))
    events.push({ type: 'RecollectionsRead', data: { recollections } });
  if (!isSameData(conditions, context.conditions))
    events.push({ type: 'TurnConditionsRecorded', data: conditions });
  if (tools && !isSameData(tools, toolsOf(context)))
    events.push({ type: 'ToolsRead', data: { toolsJson: canonicalJson(tools) } });
  return [
    ...events,
    {
      type: 'InteractionStarted',
      data: {
        ...participantsOf(context.identity),
        interactionId,
        kind: kindOf(input, messages),
        messages,
        startedAtMs: atMs,
        isOnBehalf,
        clientMessageId,
        isOwnTurn: input.kind === 'own',
      },
    },
  ];
}

/** Whoever lets the agent go on lets it tell what it has yet to be told. */
function kindOf({ kind }: NewInput, messages: readonly unknown[]): InteractionKind {
  if (kind === 'own' || (kind !== 'user-message' && messages.length > 0)) return 'external-event';
  return kind;
}

/** @throws DomainError `operation_in_progress` when another process has ended the turn */
function recordToolNotes(
  state: Conversation,
  { interactionId, notes }: RecordToolNotes,
): readonly ConversationEvent[] {
  if (state.stage === 'absent') throw conversationNotFound();
  mustRun(state, interactionId);
  return noteEvents(state, notes);
}

function recordToolOutcome(
  state: Conversation,
  { callId, outcome, settledBy }: RecordToolOutcome,
): readonly ConversationEvent[] {
  if (state.stage === 'absent') return [];
  const known = toolCallsOf(state).find(({ id }) => id === callId);
  if (known === undefined || !isOpen(known)) return [];
  return [outcomeEvent(state.identity, callOf(known), outcome, settledBy)];
}

/** The process that ended the turn may have discarded the conversation as well. */
function completeInteraction(
  state: Conversation,
  { turn, atMs }: CompleteInteraction & Timed,
): readonly ConversationEvent[] {
  if (state.stage === 'absent') throw conversationNotFound();
  return completedTurn(state, mustRun(state, turn.interactionId), turn, atMs);
}

function mustRun({ running }: StartedConversation, interactionId: string): RunningInteraction {
  if (running?.interactionId === interactionId) return running;
  throw new DomainError('operation_in_progress', 'The interaction was ended by another process.', {
    privateDetail: `interaction ${interactionId} is not the running one`,
  });
}

/**
 * A conversation is discarded if its first interaction is void, unless the turn has called a tool with effects: what came of it has
 * to be told. With its user, it goes anyway.
 */
function voidInteraction(
  conversation: StartedConversation,
  { reason, atMs, notes = [], ...record }: Omit<VoidInteraction & Timed, 'type'>,
): readonly ConversationEvent[] {
  const { running, identity } = conversation;
  if (running === null) return [];
  const { interactionId } = running;
  const ofTools = noteEvents(conversation, notes);
  const noted = afterEvents(conversation, ofTools);
  return [
    ...ofTools,
    ...(isAbandoned(reason) ? unknownOutcomes(noted, 'all', atMs) : []),
    ...turnRecordEvents(interactionId, record),
    {
      type: 'InteractionVoided',
      data: { ...participantsOf(identity), interactionId, reason, voidedAtMs: atMs },
    },
    ...(goesWithItsTurn(noted) || (isFirstTurn(noted) && reason === 'deletion')
      ? [discarded(identity, atMs)]
      : []),
  ];
}

/** Whether nobody waits for the calls of the turn any more. */
function isAbandoned(reason: VoidReason): boolean {
  return reason === 'lease-expired' || reason === 'owner-restarted' || reason === 'deletion';
}

function afterEvents(conversation: StartedConversation, events: readonly ToolEvent[]): StartedConversation {
  return events.reduce(
    (state, event) => ({ ...state, toolCalls: withToolEvent(state, event) }),
    conversation,
  );
}

/**
 * Before the first agent message there is nothing to finish: a conversation without messages is discarded instead. In a
 * workspace it stays, so that its id is known.
 */
function finishConversation(state: StartedConversation, atMs: number): readonly ConversationEvent[] {
  if (state.completedInteractions > 0 || state.workspace !== null)
    return [...callsNeverMade(state, atMs), finished(state.identity, 'requested', atMs)];
  if (state.recordedMessages > 0) {
    throw new DomainError('conversation_has_no_interactions', 'The conversation has no interactions.');
  }
  return [discarded(state.identity, atMs)];
}

function changeTags(
  { identity }: StartedConversation,
  { atMs, ...changes }: ChangeTags & Timed,
): readonly ConversationEvent[] {
  const tags = tagsAfter(identity.tags, changes);
  if (isSameData(tags, identity.tags)) return [];
  const data = { ...participantsOf(identity), tags, changedAtMs: atMs };
  return [{ type: 'ConversationTagsChanged', data }];
}

/** A conversation without an agent message is discarded, with its void turn or without one. */
function endForDeletion(conversation: StartedConversation, atMs: number): readonly ConversationEvent[] {
  const { identity } = conversation;
  const voided = voidInteraction(conversation, { ...noRecord, reason: 'deletion', atMs });
  if (!isFirstTurn(conversation)) return [...voided, finished(identity, 'deletion', atMs)];
  return voided.length > 0 ? voided : [discarded(identity, atMs)];
}

function finished(participants: Participants, reason: FinishReason, atMs: number): ConversationEvent {
  return {
    type: 'ConversationFinished',
    data: { ...participantsOf(participants), reason, finishedAtMs: atMs },
  };
}

function discarded(participants: Participants, atMs: number): ConversationEvent {
  return { type: 'ConversationDiscarded', data: { ...participantsOf(participants), discardedAtMs: atMs } };
}

/** @throws DomainError `not_found` when it does not exist, or exists no longer. */
export function existing(state: Conversation): StartedConversation {
  if (state.stage === 'absent' || state.stage === 'discarded') throw conversationNotFound();
  return state;
}

/** Whether voiding the running turn ends the conversation. */
export function goesWithItsTurn(conversation: StartedConversation): boolean {
  const { identity } = conversation;
  if (!isFirstTurn(conversation) || identity.workspace?.isSilent) return false;
  return toolCallsOf(conversation).every(({ effectKey }) => effectKey === null);
}

/** Whether no turn has completed. */
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
