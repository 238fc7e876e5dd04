import type { StateName } from '../graph/context-graph.js';
import type { KnownToolCall, ToolCall } from '../input/tool-call.js';

/** The running calls that end when a state is left. */
export function coupledTo(calls: readonly KnownToolCall[], state: StateName): readonly ToolCall[] {
  return calls
    .filter(
      (call) =>
        call.outcome === null &&
        call.state === state &&
        call.handling.lifecycle === 'coupled' &&
        call.effectKey === null,
    )
    .map(({ outcome: _outcome, isShown: _shown, isHeard: _heard, ...call }) => call);
}
