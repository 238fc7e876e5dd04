import type { StateName } from '../graph/context-graph.js';
import { coupledTo } from '../tools/coupled.js';
import type { Turn } from './turn.js';

/** A state is left: its coupled calls end with it. One with effects is never cut. */
export function cutCoupled(turn: Turn, left: StateName): void {
  for (const call of coupledTo(turn.tools.calls, left)) {
    turn.commands.give({ type: 'cancel', id: call.id });
    turn.tools.ends(call, {
      status: 'failed',
      failure: 'generic',
      reason: 'The call ended with the part of the conversation that it belonged to.',
      result: null,
      durationMs: Math.max(0, turn.nowMs - call.startedAtMs),
      endedAtMs: turn.nowMs,
    });
  }
}
