import { heardCalls, type ConversationSummary, type Recollection, type TranscriptMessage } from '@svc/engine';
import type {
  AgentMessageCompleted,
  ConversationEvent,
  InteractionKind,
  InteractionVoided,
} from './conversation-event.js';
import type { ConversationIdentity } from './conversation-identity.js';
import type { KnownUser } from './known-user.js';
import { isVisible, type ConversationMessage } from './message.js';
import { fallenAfter, withSummary } from './summary.js';
import { keepNewest } from './transcript.js';
import {
  toolCallsOf,
  toToolState,
  withToolEvent,
  type ToolOutcomeRecorded,
  type ToolState,
} from './tool-events.js';
import { triedActions } from './tried-actions.js';
import type { TurnConditions } from './turn-conditions.js';
import { collectionAfter, whereabouts, type VisitState } from './visit.js';
import { afterVoid, type OwnTurns } from './own-turn-failures.js';
import {
  afterTurn,
  begunInWorkspace,
  ended,
  withClientMessage,
  withoutClientMessage,
  type WorkspaceState,
} from './workspace-conversation.js';
import { noWaits, withIntentOf, withoutTold, withWaitEvent, type WaitState } from './wait.js';

/** A turn that has begun, and is neither completed nor void. */
export interface RunningInteraction {
  readonly interactionId: string;
  readonly kind: InteractionKind;
  /** Somebody speaks for the user. */
  readonly isOnBehalf: boolean;
  /** Nobody asked for it; null: somebody did. */
  readonly isOwnTurn: true | null;
  /** The input, then the agent's thoughts and message. */
  readonly messages: readonly ConversationMessage[];
  /** State where the agent spoke; null before it has. */
  readonly reachedState: string | null;
  /** Calls of tools of earlier turns whose outcome came since it has begun: it knows nothing of them. */
  readonly lateCalls: readonly string[];
}

export interface StartedConversation extends ToolState, VisitState, WaitState {
  readonly stage: 'open' | 'finished' | 'discarded';
  readonly identity: ConversationIdentity;
  /** The user, as the latest turn found them. */
  readonly user: KnownUser | null;
  /** Recollections as the model sees them; null while nothing was read. */
  readonly recollections: readonly Recollection[] | null;
  /** Of the latest turn. */
  readonly conditions: TurnConditions | null;
  readonly running: RunningInteraction | null;
  readonly completedInteractions: number;
  readonly lastInteractionId: string | null;
  /** Messages of completed interactions, inner thoughts included. */
  readonly recordedMessages: number;
  /** The same without inner thoughts. */
  readonly visibleMessages: number;
  readonly lastMessageAtMs: number | null;
  /** Action state that the last turn ended in; null before the first one. */
  readonly currentState: string | null;
  /** Actions taken in that state, oldest first. Null in conversations older than prompts that show them. */
  readonly tried: readonly string[] | null;
  /** The newest messages: as many as a prompt could show in their turn. This bounds the state. */
  readonly transcript: readonly TranscriptMessage[];
  /** What fell out before it and is in no summary yet, without inner thoughts; null: nothing. */
  readonly fallen: readonly TranscriptMessage[] | null;
  /** Summary of the messages before those that prompts show. Null while none was asked for. */
  readonly summary: ConversationSummary | null;
  /** Null in an organization. */
  readonly workspace: WorkspaceState | null;
  /** Null while none was void since the last turn that completed. */
  readonly ownTurns: OwnTurns | null;
}

export type Conversation = { readonly stage: 'absent' } | StartedConversation;

export const absentConversation: Conversation = { stage: 'absent' };

export function evolve(state: Conversation, event: ConversationEvent): Conversation {
  if (event.type === 'ConversationStarted') return started(event.data);
  if (state.stage === 'absent') throw new TypeError(`${event.type} came before ConversationStarted.`);
  switch (event.type) {
    case 'UserProfileRead':
      return { ...state, user: event.data };
    case 'RecollectionsRead':
      return { ...state, recollections: event.data.recollections };
    case 'TurnConditionsRecorded':
      return { ...state, conditions: event.data };
    case 'ToolsRead':
      return { ...state, tools: event.data.toolsJson };
    case 'ToolIntentRecorded':
      return {
        ...state,
        toolCalls: withToolEvent(state, event),
        approvedCalls: withIntentOf(state, event.data),
      };
    case 'ToolOutcomeRecorded':
      return { ...state, toolCalls: withToolEvent(state, event), running: withLateCall(state, event.data) };
    case 'InteractionStarted': {
      const { interactionId, kind, messages, isOnBehalf, clientMessageId } = event.data;
      const isOwnTurn = event.data.isOwnTurn ? (true as const) : null;
      const begun = { interactionId, kind, messages, isOnBehalf, isOwnTurn };
      const workspace = withClientMessage(state.workspace, clientMessageId, interactionId);
      return { ...state, running: { ...begun, reachedState: null, lateCalls: [] }, workspace };
    }
    case 'InnerThoughtRecorded':
      return { ...state, running: withMessage(running(state), event.data.message) };
    case 'AgentMessageCompleted': {
      const { message, state: reachedState, visitJson: visit } = event.data;
      const interaction = { ...withMessage(running(state), message), reachedState };
      return { ...state, running: interaction, visit, tried: triedAfter(state, event.data) };
    }
    case 'FieldsCollected':
      return { ...state, collection: collectionAfter(event.data) };
    case 'ConversationSummarized':
      return { ...state, ...withSummary(state, event.data) };
    case 'InteractionCompleted':
      return {
        ...withCompleted(state, running(state), event.data.unheardCallIds),
        workspace: afterTurn(
          state.workspace,
          running(state).kind === 'user-message',
          event.data.completedAtMs,
        ),
      };
    case 'InteractionVoided': {
      const workspace = withoutClientMessage(state.workspace, event.data.interactionId);
      return { ...state, running: null, workspace, ownTurns: ownTurnsAfter(state, event.data) };
    }
    case 'ConversationTagsChanged':
      return { ...state, identity: { ...state.identity, tags: event.data.tags } };
    case 'ConversationFinished': {
      const { reason, finishedAtMs } = event.data;
      return { ...state, stage: 'finished', workspace: ended(state.workspace, reason, finishedAtMs) };
    }
    case 'ConversationBriefed':
      return { ...state, workspace: state.workspace && { ...state.workspace, briefing: event.data } };
    case 'ChannelSwitched': {
      const { channel, useCaseId, switchedAtMs: updatedAtMs } = event.data;
      return {
        ...state,
        workspace: state.workspace && { ...state.workspace, channel, useCaseId, updatedAtMs },
      };
    }
    case 'WaitBegan':
    case 'WaitEnded':
    case 'ExternalEventQueued':
      return { ...state, ...withWaitEvent(state, event) };
    case 'StateTransitioned':
      return { ...state, isReleased: null };
    case 'ConversationDiscarded':
      return { ...state, stage: 'discarded', running: null };
    case 'GuardrailsBroken':
    case 'FillersSaid':
    case 'TurnRecorded':
    case 'SurfaceRequested':
    case 'EscalationRequested':
      return state;
  }
}

function started(identity: ConversationIdentity): StartedConversation {
  return {
    stage: 'open',
    identity,
    user: null,
    recollections: null,
    conditions: null,
    running: null,
    completedInteractions: 0,
    lastInteractionId: null,
    recordedMessages: 0,
    visibleMessages: 0,
    lastMessageAtMs: null,
    currentState: null,
    tried: null,
    transcript: [],
    fallen: null,
    summary: null,
    ownTurns: null,
    ...noWaits,
    visit: null,
    collection: null,
    toolCalls: null,
    tools: null,
    workspace: begunInWorkspace(identity.workspace, identity.startedAtMs),
  };
}

function running(state: StartedConversation): RunningInteraction {
  if (state.running === null) throw new TypeError('An event of an interaction came while none was running.');
  return state.running;
}

function withMessage(interaction: RunningInteraction, message: ConversationMessage): RunningInteraction {
  return { ...interaction, messages: [...interaction.messages, message] };
}

function withLateCall(
  { running: interaction }: StartedConversation,
  { interactionId, call: { callId } }: ToolOutcomeRecorded,
): RunningInteraction | null {
  if (interaction === null || interaction.interactionId === interactionId) return interaction;
  return { ...interaction, lateCalls: [...interaction.lateCalls, callId] };
}

function ownTurnsAfter(
  { running: interaction, ownTurns }: StartedConversation,
  { voidedAtMs }: InteractionVoided,
): OwnTurns | null {
  return interaction?.isOwnTurn ? afterVoid(ownTurns, voidedAtMs) : ownTurns;
}

function withCompleted(
  state: StartedConversation,
  completed: RunningInteraction,
  unheardCallIds: readonly string[],
): StartedConversation {
  const { messages, reachedState, interactionId, lateCalls } = completed;
  const calls = toolCallsOf(state);
  const said = messages.map(({ type, text }): TranscriptMessage => ({ type, text }));
  const { limits } = conditionsOf(state);
  const all = [...state.transcript, ...said];
  const transcript = keepNewest(all, limits.maxTranscriptCharacters);
  return {
    ...state,
    running: null,
    completedInteractions: state.completedInteractions + 1,
    lastInteractionId: interactionId,
    recordedMessages: state.recordedMessages + messages.length,
    visibleMessages: state.visibleMessages + messages.filter(isVisible).length,
    lastMessageAtMs: messages.reduce<number | null>(later, state.lastMessageAtMs),
    currentState: reachedState,
    toolCalls: toToolState(heardCalls(calls, [...unheardCallIds, ...lateCalls])),
    queued: withoutTold(state, messages),
    ownTurns: null,
    transcript,
    fallen: fallenAfter(state.fallen, all, transcript, limits),
  };
}

function triedAfter(
  state: StartedConversation,
  completed: AgentMessageCompleted,
): StartedConversation['tried'] {
  const place = (visit: string | null) => whereabouts(state.identity, { visit }).graph;
  const before = { tried: state.tried, state: state.currentState, graph: place(state.visit) };
  const now = { ...completed, graph: place(completed.visitJson) };
  return triedActions(before, now, conditionsOf(state).promptVersion);
}

/** The conditions of the running or the latest turn. */
export function conditionsOf({ conditions }: StartedConversation): TurnConditions {
  if (conditions === null) throw new TypeError('A turn came before what it was taken under.');
  return conditions;
}

function later(latest: number | null, { createdAtMs }: ConversationMessage): number {
  return latest === null ? createdAtMs : Math.max(latest, createdAtMs);
}
