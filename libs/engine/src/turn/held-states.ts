import type { ActionState } from '../graph/context-graph.js';
import type { NewWait } from '../protocol/turn-result.js';
import type { Script } from '../runtime/script.js';
import { makeCall } from './call-tool.js';
import type { Turn } from './turn.js';

/** Whether a state holds the conversation until somebody releases it. No exit is judged before. */
export function isHeld(turn: Turn, { waitFor }: Pick<ActionState, 'waitFor'>): boolean {
  if (waitFor === null) return false;
  return hasEntered(turn) || turn.request.waits?.here !== 'ended';
}

/** What the conversation begins to wait for with the end of the turn. @param state where it ends */
export function newWaits(turn: Turn, state: ActionState): readonly NewWait[] {
  const { waitFor, surfaceSpec, name } = state;
  const waits: NewWait[] = [];
  const { parkedNow: call } = turn.tools;
  if (call !== null) waits.push({ kind: 'tool-approval', state: call.state, call });
  const isKnown = !hasEntered(turn) && turn.request.waits?.here === 'open';
  if (waitFor !== null && isHeld(turn, state) && !isKnown)
    waits.push({
      kind: waitFor,
      state: name,
      surfaceSpec: waitFor === 'surface-submission' ? surfaceSpec : null,
    });
  return waits;
}

/** Makes the calls that a person has approved since. Each is made once, under the effect key that it was shown with. */
export function* makeApproved(turn: Turn): Script<void> {
  for (const call of turn.request.waits?.approved ?? []) {
    const id = turn.commands.nextId(`tool.${call.name}`);
    yield* makeCall(turn, { ...call, id, startedAtMs: turn.nowMs });
  }
}

/**
 * The conversation ends: nobody can approve the turn's own call any more. What becomes of a call that waited before the turn is known
 * once the turn is stored: somebody may have decided it meanwhile.
 */
export function giveUpParked({ tools, nowMs }: Turn): void {
  const { parkedNow: call } = tools;
  if (call === null) return;
  const reason = 'The conversation ended before a person approved the call.';
  const outcome = { status: 'not-called', failure: null, reason, result: null, durationMs: 0 } as const;
  tools.ends(call, { ...outcome, endedAtMs: nowMs });
}

function hasEntered({ path, request }: Turn): boolean {
  return path.hasMoved || request.place === null;
}
