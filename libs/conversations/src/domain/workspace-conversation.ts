import { DomainError } from '@svc/errors';
import type { StateShape } from '@svc/kernel';

export const channelKinds = ['voice', 'sms', 'whatsapp', 'email', 'web', 'imessage'] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** `simulated`: a try of an agent, in no list and no figure. */
export type ConversationDirection = 'inbound' | 'outbound' | 'simulated';

/** What a conversation of a workspace begins with. Its user is an entity, which may have any number of them. */
export interface WorkspaceTerms {
  readonly channel: ChannelKind;
  readonly direction: ConversationDirection;
  /** The one session of the entity and the service; others may be open besides. */
  readonly isSession: boolean;
  /** It began without a message: it stays if its first turn is void. */
  readonly isSilent: boolean;
  readonly useCaseId: string | null;
}

/** What the agent is told of a conversation, from here on. Empty once it is erased. */
export interface Briefing {
  /** By whom the conversation was ordered. */
  readonly instruction: string | null;
  /** Whom the channel reaches: a number (E.164). */
  readonly recipient: string | null;
  /** What the first message says, word for word. */
  readonly greeting: string | null;
}

export const nothingBriefed: Briefing = { instruction: null, recipient: null, greeting: null };

/** How a conversation ended. */
export type WorkspaceEnding = 'closed' | 'completed';

/** `paused`: a person has to decide, or to submit something. */
export type WorkspaceStatus = 'active' | 'paused' | WorkspaceEnding;

/** The part of a conversation's state that only workspaces have. */
export interface WorkspaceState {
  readonly channel: ChannelKind;
  readonly useCaseId: string | null;
  readonly briefing: Briefing;
  /** Messages of the user, in completed turns. */
  readonly userTurns: number;
  readonly updatedAtMs: number;
  readonly ending: WorkspaceEnding | null;
  /** Of the newest messages, the latest last; null: their sender gave none. */
  readonly clientMessages: readonly ClientMessage[];
}

/** A message that its sender may send again. */
export interface ClientMessage {
  readonly clientMessageId: string;
  readonly interactionId: string;
}

/** The message was taken before. */
export class DuplicateMessageError extends DomainError {
  /** @param interactionId of the turn that took it */
  constructor(readonly interactionId: string) {
    super('conflict', 'This message has been taken before.');
  }
}

const briefingShape: StateShape<Briefing> = {
  instruction: 'string?',
  recipient: 'string?',
  greeting: 'string?',
};

/** Of what a snapshot keeps. */
export const workspaceTermsShape: StateShape<WorkspaceTerms> = {
  channel: 'string',
  direction: 'string',
  isSession: 'boolean',
  isSilent: 'boolean',
  useCaseId: 'string?',
};

/** Of what a snapshot keeps. */
export const workspaceStateShape: StateShape<WorkspaceState> = {
  channel: 'string',
  useCaseId: 'string?',
  briefing: briefingShape,
  userTurns: 'number',
  updatedAtMs: 'number',
  ending: 'string?',
  clientMessages: ['list', { clientMessageId: 'string', interactionId: 'string' }],
};

export function begunInWorkspace(terms: WorkspaceTerms | null, startedAtMs: number): WorkspaceState | null {
  if (terms === null) return null;
  const { channel, useCaseId } = terms;
  return {
    channel,
    useCaseId,
    briefing: nothingBriefed,
    userTurns: 0,
    updatedAtMs: startedAtMs,
    ending: null,
    clientMessages: [],
  };
}

/** How many messages are known again. */
const maxClientMessages = 32;

export function withClientMessage(
  state: WorkspaceState | null,
  clientMessageId: string | null,
  interactionId: string,
): WorkspaceState | null {
  if (state === null || clientMessageId === null) return state;
  const clientMessages = [...state.clientMessages, { clientMessageId, interactionId }];
  return { ...state, clientMessages: clientMessages.slice(-maxClientMessages) };
}

/** @throws DuplicateMessageError for a message that a turn has taken, which may still run */
export function requireNew(state: WorkspaceState | null, clientMessageId: string | undefined): void {
  const before = state?.clientMessages.find((one) => one.clientMessageId === clientMessageId);
  if (before) throw new DuplicateMessageError(before.interactionId);
}

/** A void turn's message was not taken: it may come again. */
export function withoutClientMessage(
  state: WorkspaceState | null,
  interactionId: string,
): WorkspaceState | null {
  if (state === null) return null;
  return {
    ...state,
    clientMessages: state.clientMessages.filter((one) => one.interactionId !== interactionId),
  };
}

export function afterTurn(
  state: WorkspaceState | null,
  hasHeardUser: boolean,
  completedAtMs: number,
): WorkspaceState | null {
  if (state === null) return null;
  const userTurns = state.userTurns + (hasHeardUser ? 1 : 0);
  return { ...state, userTurns, updatedAtMs: completedAtMs };
}

export function ended(
  state: WorkspaceState | null,
  reason: string,
  finishedAtMs: number,
): WorkspaceState | null {
  if (state === null) return null;
  const ending = reason === 'completed' ? 'completed' : 'closed';
  return { ...state, ending, updatedAtMs: finishedAtMs };
}

/** Of the exchange that a conversation is in; null before the user's first message. */
export function currentIndex(state: Pick<WorkspaceState, 'userTurns'> | null): number | null {
  return state === null || state.userTurns === 0 ? null : state.userTurns - 1;
}
