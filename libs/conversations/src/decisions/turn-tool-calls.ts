import type { LoggedToolCall, ToolOutcomeRecorded } from '../domain/tool-events.js';
import type { LoggedEvent } from '../replay/recorded-turns.js';

/** A call of a turn and what the log has of its end, which may have come long after the turn. */
export interface TurnToolCall {
  readonly call: LoggedToolCall;
  /** Null while there is none. */
  readonly outcome: ToolOutcomeRecorded | null;
  /** It was not made: a person had to approve it first, and then has. Null of all others. */
  readonly approval: 'parked' | 'approved' | null;
}

interface Made extends Omit<TurnToolCall, 'approval'> {
  readonly waitId: string | null;
}

/** The calls of each interaction, in the order in which they were stored. Of two outcomes of a call, the later one counts. */
export function toolCallsByTurn(log: readonly LoggedEvent[]): ReadonlyMap<string, readonly TurnToolCall[]> {
  const byTurn = new Map<string, Map<string, Made>>();
  const approved = new Set<string>();
  for (const { event } of log) {
    if (event.type === 'WaitEnded' && event.data.decision === 'approved')
      for (const waitId of event.data.waitIds) approved.add(waitId);
    if (
      event.type !== 'ToolIntentRecorded' &&
      event.type !== 'ToolOutcomeRecorded' &&
      event.type !== 'WaitBegan'
    )
      continue;
    const { interactionId, call } = event.data;
    if (call === null) continue;
    const outcome = event.type === 'ToolOutcomeRecorded' ? event.data : null;
    const calls = byTurn.get(interactionId) ?? new Map<string, Made>();
    calls.set(call.callId, { call, outcome, waitId: event.type === 'WaitBegan' ? event.data.waitId : null });
    byTurn.set(interactionId, calls);
  }
  const withApproval = ({ waitId, ...made }: Made): TurnToolCall => {
    const isApproved = waitId !== null && approved.has(waitId);
    return { ...made, approval: isApproved ? 'approved' : waitId === null ? null : 'parked' };
  };
  return new Map(
    [...byTurn].map(([interactionId, calls]) => [interactionId, [...calls.values()].map(withApproval)]),
  );
}
