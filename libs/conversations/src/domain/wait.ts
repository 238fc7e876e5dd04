import type { ToolCall } from '@svc/engine';
import type { ConversationMessage } from './message.js';
import { readCall, type ToolIntentRecorded } from './tool-events.js';
import type { WaitBegan, WaitEnded, WaitEvent, WaitKind } from './wait-events.js';

/** A wait that nobody has ended. */
export interface OpenWait {
  readonly waitId: string;
  readonly interactionId: string;
  readonly kind: WaitKind;
  readonly state: string;
  /** Null but of a tool approval. */
  readonly call: ToolCall | null;
}

/** The part of a conversation's state that is about waits, and about what the agent has yet to be told. */
export interface WaitState {
  /** JSON of `OpenWait[]`: inputs of calls have any shape. Null: none. */
  readonly waits: string | null;
  /** JSON of `ToolCall[]`: approved, and not made yet. Null: none. */
  readonly approvedCalls: string | null;
  /** The wait of the state where the conversation is has ended. Null: none has. */
  readonly isReleased: true | null;
  /** What the next turn tells the agent, oldest first. Null: nothing. */
  readonly queued: readonly ConversationMessage[] | null;
}

export const noWaits: WaitState = { waits: null, approvedCalls: null, isReleased: null, queued: null };

export function waitsOf({ waits }: Pick<WaitState, 'waits'>): readonly OpenWait[] {
  return waits === null ? [] : (JSON.parse(waits) as readonly OpenWait[]);
}

export function approvedCallsOf({ approvedCalls }: Pick<WaitState, 'approvedCalls'>): readonly ToolCall[] {
  return approvedCalls === null ? [] : (JSON.parse(approvedCalls) as readonly ToolCall[]);
}

/** Those that one decision of a person ends. */
export function awaitsPerson({ kind }: Pick<OpenWait, 'kind'>): boolean {
  return kind === 'human-approval' || kind === 'tool-approval';
}

/** Paused: the conversation waits for somebody. */
export function isPaused({ waits }: Pick<WaitState, 'waits'>): boolean {
  return waits !== null;
}

export function withWaitEvent(state: WaitState, event: WaitEvent): WaitState {
  switch (event.type) {
    case 'WaitBegan':
      return { ...state, waits: toJson([...waitsOf(state), openWait(event.data)]) };
    case 'WaitEnded':
      return withoutWaits(state, event.data);
    case 'ExternalEventQueued':
      return { ...state, queued: [...(state.queued ?? []), event.data.message] };
  }
}

/** An approved call is about to be made: nobody makes it again. */
export function withIntentOf(
  state: Pick<WaitState, 'approvedCalls'>,
  { call }: ToolIntentRecorded,
): WaitState['approvedCalls'] {
  return toJson(approvedCallsOf(state).filter(({ effectKey }) => effectKey !== call.effectKey));
}

/** Once a turn has told the agent. */
export function withoutTold(
  { queued }: Pick<WaitState, 'queued'>,
  told: readonly Pick<ConversationMessage, 'messageId'>[],
): WaitState['queued'] {
  const ids = new Set(told.map(({ messageId }) => messageId));
  const left = (queued ?? []).filter(({ messageId }) => !ids.has(messageId));
  return left.length === 0 ? null : left;
}

function withoutWaits(state: WaitState, { waitIds, decision }: WaitEnded): WaitState {
  const waits = waitsOf(state);
  const ended = waits.filter(({ waitId }) => waitIds.includes(waitId));
  const approved = ended.flatMap(({ call }) => (call === null || decision !== 'approved' ? [] : [call]));
  return {
    ...state,
    waits: toJson(waits.filter((wait) => !ended.includes(wait))),
    approvedCalls: toJson([...approvedCallsOf(state), ...approved]),
    isReleased: ended.some(({ kind }) => kind !== 'tool-approval') || state.isReleased ? true : null,
  };
}

function openWait({ waitId, interactionId, kind, state, call }: WaitBegan): OpenWait {
  return { waitId, interactionId, kind, state, call: call === null ? null : readCall(call) };
}

function toJson(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}
