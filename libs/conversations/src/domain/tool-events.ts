import {
  storedOutcome,
  withNote,
  type KnownToolCall,
  type ToolCall,
  type ToolDescriptor,
  type ToolHandling,
  type ToolNote,
  type ToolOutcome,
} from '@svc/engine';
import type { DomainEvent, JsonObject, JsonValue } from '@svc/kernel';
import { participantsOf, type Participants } from './conversation-identity.js';

/** A call of a tool, as events have it. */
export interface LoggedToolCall extends Omit<ToolCall, 'id' | 'input' | 'handling'> {
  readonly callId: string;
  /** A JSON object; empty once it is erased. */
  readonly inputJson: string;
  readonly handlingJson: string;
}

export interface ToolIntentRecorded {
  readonly interactionId: string;
  readonly call: LoggedToolCall;
}

export interface ToolOutcomeRecorded
  extends Participants, Omit<ToolOutcome, 'result'>, Pick<ToolIntentRecorded, 'interactionId' | 'call'> {
  readonly resultJson: string | null;
  /** Null: the tool itself. */
  readonly settledBy: string | null;
}

/** JSON of the descriptors: their schemas have any shape. */
export interface ToolsRead {
  readonly toolsJson: string;
}

export type ToolEvent =
  | DomainEvent<'ToolIntentRecorded', ToolIntentRecorded>
  | DomainEvent<'ToolOutcomeRecorded', ToolOutcomeRecorded>;

/** The part of a conversation's state that is about tools. */
export interface ToolState {
  /** JSON of `KnownToolCall[]`: their values have any shape. Null: none. */
  readonly toolCalls: string | null;
  /** JSON of `ToolDescriptor[]`. Null: none. */
  readonly tools: string | null;
}

export function toolCallsOf({ toolCalls }: Pick<ToolState, 'toolCalls'>): readonly KnownToolCall[] {
  return toolCalls === null ? [] : (JSON.parse(toolCalls) as readonly KnownToolCall[]);
}

export function toolsOf({ tools }: Pick<ToolState, 'tools'>): readonly ToolDescriptor[] {
  return tools === null ? [] : (JSON.parse(tools) as readonly ToolDescriptor[]);
}

export function toToolState(calls: readonly KnownToolCall[]): ToolState['toolCalls'] {
  return calls.length === 0 ? null : JSON.stringify(calls);
}

/** The calls after an event. */
export function withToolEvent(state: Pick<ToolState, 'toolCalls'>, event: ToolEvent): ToolState['toolCalls'] {
  return toToolState(withNote(toolCallsOf(state), noteOf(event)));
}

/** The events of notes that the log does not have yet: a commit whose response was lost may have left them. */
export function noteEvents(
  state: Pick<ToolState, 'toolCalls'> & { readonly identity: Participants },
  notes: readonly ToolNote[],
): readonly ToolEvent[] {
  const events: ToolEvent[] = [];
  let calls = toolCallsOf(state);
  for (const note of notes) {
    if (isKnown(calls, note)) continue;
    calls = withNote(calls, note);
    events.push(noteEvent(state.identity, note));
  }
  return events;
}

/**
 * What is ephemeral is stored nowhere, whoever tells it, and whenever.
 * @param settledBy who says so; null: the tool itself
 */
export function outcomeEvent(
  participants: Participants,
  call: ToolCall,
  outcome: ToolOutcome,
  settledBy: string | null,
): ToolEvent {
  const { result, ...stored } = storedOutcome(call, outcome);
  return {
    type: 'ToolOutcomeRecorded',
    data: {
      ...participantsOf(participants),
      interactionId: interactionOf(call),
      call: loggedCall(call),
      ...stored,
      resultJson: result === null ? null : JSON.stringify(result),
      settledBy,
    },
  };
}

/** Whether an answer to what a tool does in the background is still to come. */
export function isRunningInBackground(state: Pick<ToolState, 'toolCalls'>): boolean {
  return toolCallsOf(state).some(({ isBackground, outcome }) => isBackground && outcome === null);
}

/** Longer than a call and its way back may take: nobody waits for it any more. */
const overdueAfterMs = 60_000;

/** A call that runs, or whose outcome is unknown: it may still get one. */
export function isOpen({ outcome }: Pick<KnownToolCall, 'outcome'>): boolean {
  return outcome === null || outcome.status === 'unknown';
}

/** Whether nobody waits any more for a call that runs. */
export function isOverdue(
  { startedAtMs, timeoutMs }: Pick<KnownToolCall, 'startedAtMs' | 'timeoutMs'>,
  atMs: number,
): boolean {
  return startedAtMs + timeoutMs + overdueAfterMs < atMs;
}

/** Calls without an outcome become unknown: all, or those that are overdue by `atMs`. */
export function unknownOutcomes(
  state: Pick<ToolState, 'toolCalls'> & { readonly identity: Participants },
  which: 'all' | 'overdue',
  atMs: number,
): readonly ToolEvent[] {
  const reason = 'The service was interrupted: whether the call took effect is not known.';
  return toolCallsOf(state)
    .filter(({ outcome }) => outcome === null)
    .filter((known) => which === 'all' || isOverdue(known, atMs))
    .map((known) => {
      const durationMs = Math.max(0, atMs - known.startedAtMs);
      const outcome = { status: 'unknown', failure: null, reason, result: null } as const;
      return outcomeEvent(state.identity, callOf(known), { ...outcome, durationMs, endedAtMs: atMs }, null);
    });
}

export function callOf({
  outcome: _outcome,
  isShown: _shown,
  isHeard: _heard,
  ...call
}: KnownToolCall): ToolCall {
  return call;
}

function isKnown(calls: readonly KnownToolCall[], note: ToolNote): boolean {
  const known = calls.find(({ id }) => id === note.call.id);
  if (known === undefined) return false;
  return note.type === 'intent' || !isOpen(known);
}

function noteEvent(participants: Participants, note: ToolNote): ToolEvent {
  if (note.type === 'outcome') return outcomeEvent(participants, note.call, note.outcome, null);
  const { call } = note;
  return {
    type: 'ToolIntentRecorded',
    data: { interactionId: interactionOf(call), call: loggedCall(call) },
  };
}

/** What an event says of a call. */
export function noteOf(event: ToolEvent): ToolNote {
  const call = readCall(event.data.call);
  if (event.type === 'ToolIntentRecorded') return { type: 'intent', call };
  const { status, failure, reason, resultJson, durationMs, endedAtMs } = event.data;
  const result = resultJson === null ? null : (JSON.parse(resultJson) as JsonValue);
  return { type: 'outcome', call, outcome: { status, failure, reason, result, durationMs, endedAtMs } };
}

export function loggedCall({ id: callId, input, handling, ...call }: ToolCall): LoggedToolCall {
  return { ...call, callId, inputJson: JSON.stringify(input), handlingJson: JSON.stringify(handling) };
}

export function readCall({ callId: id, inputJson, handlingJson, ...call }: LoggedToolCall): ToolCall {
  const input = inputJson === '' ? {} : (JSON.parse(inputJson) as JsonObject);
  return { ...call, id, input, handling: JSON.parse(handlingJson) as ToolHandling };
}

/** Ids of calls begin with their turn's. */
function interactionOf({ id }: ToolCall): string {
  return id.slice(0, id.indexOf('/'));
}
