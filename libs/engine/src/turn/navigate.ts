import type { ActionState, DecisionState, GraphState, StateName } from '../graph/context-graph.js';
import { withGlobals } from '../graph/graph-index.js';
import type { Script } from '../runtime/script.js';
import { actionOptions, exitOptions } from './choices.js';
import { choose } from './choose.js';
import { JudgedExits } from './judged-exits.js';
import type { MessageAhead } from './message-ahead.js';
import { MessagesAhead } from './messages-ahead.js';
import { leaveAnnotation, leaveByExit, showAction } from './move.js';
import type { Stop } from './stop.js';
import { TurnError } from './turn-error.js';
import type { Verdict } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

/** The state that a walk has reached. */
export interface Arrival extends Stop {
  /** Null where it is not worded yet. */
  readonly message: MessageAhead | null;
}

/**
 * Walks from the last turn's final state to the action state where this turn speaks, passing decisions and annotations on the
 * way. An entered state is left at once when the input already answers its question.
 */
export function* navigate(walk: TurnWalk): Script<Arrival> {
  let state = firstState(walk);
  const exits = new JudgedExits(walk, state);
  const messages = new MessagesAhead(walk);
  while (true) {
    const here = withGlobals(walk.request.graph, state);
    const areExitsJudged = exits.areJudgedIn(state);
    const message = areExitsJudged ? messages.of(here) : null;
    const verdict = yield* judgeActionState(walk, here, areExitsJudged, message);
    if (verdict.kind === 'action') {
      showAction(walk, {
        type: 'navigate-state-machine-action-state-action-selected',
        action: verdict.action,
      });
      return { state: here, action: verdict.action, message };
    }
    message?.drop();
    state = yield* passThrough(walk, leaveByExit(walk, here, verdict));
  }
}

/** Walks to the next action state. */
function* passThrough(walk: TurnWalk, entered: GraphState): Script<ActionState> {
  const { maxPassthroughStates } = walk.request.limits;
  const passed = new Set<StateName>();
  let state = entered;
  for (let steps = 1; state.type !== 'action'; steps += 1) {
    if (steps > maxPassthroughStates)
      throw new TurnError('too_many_passthrough_states', `more than ${maxPassthroughStates} in one turn`);
    const isSecondVisit = passed.has(state.name);
    passed.add(state.name);
    state =
      state.type === 'decision' ? yield* decide(walk, state, isSecondVisit) : leaveAnnotation(walk, state);
  }
  return state;
}

/** A conversation begins in the state for its kind of user, and continues where its last turn ended. */
function firstState(walk: TurnWalk): ActionState {
  const { currentState, graph, user } = walk.request;
  if (currentState === null) {
    return walk.actionState(
      user.isReturning ? graph.returning_user_initial_state : graph.new_user_initial_state,
    );
  }
  if (currentState === graph.terminal_state) {
    throw new TurnError('conversation_is_completed', `state "${currentState}" is the terminal state`);
  }
  return walk.actionState(currentState);
}

function judgeActionState(
  walk: TurnWalk,
  state: ActionState,
  areExitsJudged: boolean,
  message: MessageAhead | null,
): Script<Verdict> {
  if (!areExitsJudged) return choose(walk, 'select-action', state, actionOptions(state));
  const options = [...exitOptions(state.exit_conditions), ...actionOptions(state)];
  return choose(walk, 'navigate', state, options, message);
}

/**
 * On a second visit, a decision state offers only the exits that lead nearer to an action state. Otherwise decisions could loop
 * for ever.
 */
function* decide(walk: TurnWalk, state: DecisionState, isSecondVisit: boolean): Script<GraphState> {
  showAction(walk, { type: 'navigate-state-machine-decision-state-decision-started' });
  const distance = (name: StateName) => walk.distances.get(name) ?? Infinity;
  const exits = isSecondVisit
    ? state.exit_conditions.filter((exit) => distance(exit.next_state) < distance(state.name))
    : state.exit_conditions;
  const verdict = yield* choose(walk, 'decide', state, exitOptions(exits));
  if (verdict.kind === 'action') throw new TurnError('unknown_state', 'a decision state has no actions');
  return leaveByExit(walk, state, verdict);
}
