import { DomainError } from '@svc/errors';
import type { TurnEnd } from '../protocol/turn-command.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { awaitEnds } from './await-ends.js';
import { commit } from './commit.js';
import { engage } from './engage.js';
import { navigate } from './navigate.js';
import type { TurnResult } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

/** One turn from its input to its end: the root of all scripts. */
export function* takeTurn(walk: TurnWalk): Script<void> {
  walk.command({ type: 'end-turn', end: yield* endOf(walk) });
}

function* endOf(walk: TurnWalk): Script<TurnEnd> {
  try {
    const first = yield* race({ cancelled: walk.stops.take(), completed: complete(walk) });
    return first.by === 'cancelled' ? { outcome: 'cancelled' } : yield* commit(walk, first.value);
  } catch (error) {
    if (error instanceof DomainError) return { outcome: 'failed', failure: error };
    throw error;
  }
}

/** Walks the graph to the state where the agent speaks, and lets it speak there. */
function* complete(walk: TurnWalk): Script<TurnResult> {
  const { state, action, message } = yield* navigate(walk);
  const speech = yield* message === null ? engage(walk, { state, action }) : message.say();
  yield* awaitEnds(walk);
  return {
    message: speech.said,
    isCut: speech.isCut,
    finalState: state.name,
    conversationCompleted: state.name === walk.request.graph.terminal_state,
    transitions: walk.transitions,
    innerThoughts: walk.innerThoughts,
    decisions: walk.decisions,
    engagement: {
      state: state.name,
      objective: state.objective,
      action,
      guidelines: state.action_guidelines,
      boundaryConstraints: state.boundary_constraints,
    },
  };
}
