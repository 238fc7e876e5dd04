import type { LoggedToolCall, ToolOutcomeRecorded } from '../domain/tool-events.js';
import type { LoggedEvent } from '../replay/recorded-turns.js';

/** A call of a turn and what the log has of its end, which may have come long after the turn. */
export interface TurnToolCall {
  readonly call: LoggedToolCall;
  /** Null while there is none. */
  readonly outcome: ToolOutcomeRecorded | null;
}

/** The calls of each interaction, in the order in which they were stored. Of two outcomes of a call, the later one counts. */
export function toolCallsByTurn(log: readonly LoggedEvent[]): ReadonlyMap<string, readonly TurnToolCall[]> {
  const byTurn = new Map<string, Map<string, TurnToolCall>>();
  for (const { event } of log) {
    if (event.type !== 'ToolIntentRecorded' && event.type !== 'ToolOutcomeRecorded') continue;
    const { interactionId, call } = event.data;
    const outcome = event.type === 'ToolOutcomeRecorded' ? event.data : null;
    const calls = byTurn.get(interactionId) ?? new Map<string, TurnToolCall>();
    calls.set(call.callId, { call, outcome });
    byTurn.set(interactionId, calls);
  }
  return new Map([...byTurn].map(([interactionId, calls]) => [interactionId, [...calls.values()]]));
}
