import type { ActionState, DecisionState, GraphState, StateName } from '../graph/context-graph.js';
import { indexStates, objectiveFrom, withGlobals } from '../graph/graph-index.js';
import type { Script } from '../runtime/script.js';
import { actionOptions, exitOptions } from './choices.js';
import { choose } from './choose.js';
import { JudgedExits } from './judged-exits.js';
import type { MessageAhead } from './message-ahead.js';
import { MessagesAhead } from './messages-ahead.js';
import { leaveAnnotation, leaveByExit, showAction } from './move.js';
import type { Stop } from './stop.js';
import { TurnError } from './turn-error.js';
import type { Verdict } from '../protocol/turn-result.js';
import type { Turn } from './turn.js';

/** The state that a walk has reached. */
export interface Arrival extends Stop {
  /** Null where it is not worded yet. */
  readonly message: MessageAhead | null;
}

/**
 * Walks from the last turn's final state to the action state where this turn speaks, passing decisions and annotations on the
 * way. An entered state is left at once when the input already answers its question.
 */
export function* navigate(turn: Turn): Script<Arrival> {
  let state = firstState(turn);
  const exits = new JudgedExits(turn, state);
  const messages = new MessagesAhead(turn);
  while (true) {
    const here = withGlobals(turn.request.graph, state);
    const areExitsJudged = exits.areJudgedIn(state);
    const message = areExitsJudged ? messages.of(here) : null;
    const verdict = yield* judgeActionState(turn, here, areExitsJudged, message);
    if (verdict.kind === 'action') {
      showAction(turn, {
        type: 'navigate-state-machine-action-state-action-selected',
        action: verdict.action,
      });
      return { state: here, action: verdict.action, message };
    }
    message?.drop();
    state = yield* passThrough(turn, leaveByExit(turn, here, verdict));
  }
}

/** Walks to the next action state. */
function* passThrough(turn: Turn, entered: GraphState): Script<ActionState> {
  const { maxPassthroughStates } = turn.request.limits;
  const passed = new Set<StateName>();
  let state = entered;
  for (let steps = 1; state.type !== 'action'; steps += 1) {
    if (steps > maxPassthroughStates)
      throw new TurnError('too_many_passthrough_states', `more than ${maxPassthroughStates} in one turn`);
    const isSecondVisit = passed.has(state.name);
    passed.add(state.name);
    state =
      state.type === 'decision' ? yield* decide(turn, state, isSecondVisit) : leaveAnnotation(turn, state);
  }
  return state;
}

/** A conversation begins in the state for its kind of user, and continues where its last turn ended. */
function firstState(turn: Turn): ActionState {
  const { place, graph, user } = turn.request;
  if (place === null) {
    return turn.actionState(
      user.isReturning ? graph.returning_user_initial_state : graph.new_user_initial_state,
    );
  }
  if (place.state === graph.terminal_state) {
    throw new TurnError('conversation_is_completed', `state "${place.state}" is the terminal state`);
  }
  return turn.stateAt(place);
}

function judgeActionState(
  turn: Turn,
  state: ActionState,
  areExitsJudged: boolean,
  message: MessageAhead | null,
): Script<Verdict> {
  if (!areExitsJudged) return choose(turn, 'select-action', state, actionOptions(state));
  const options = [...exitOptions(state.exit_conditions, leadsTo(turn)), ...actionOptions(state)];
  return choose(turn, 'navigate', state, options, message);
}

/**
 * On a second visit, a decision state offers only the exits that lead nearer to an action state. Otherwise decisions could loop
 * for ever.
 */
function* decide(turn: Turn, state: DecisionState, isSecondVisit: boolean): Script<GraphState> {
  showAction(turn, { type: 'navigate-state-machine-decision-state-decision-started' });
  const exits = isSecondVisit ? turn.nearerExits(state) : state.exit_conditions;
  const verdict = yield* choose(turn, 'decide', state, exitOptions(exits, leadsTo(turn)));
  if (verdict.kind === 'action') throw new TurnError('unknown_state', 'a decision state has no actions');
  return leaveByExit(turn, state, verdict);
}

function leadsTo({ request: { graph } }: Turn): (state: StateName) => string {
  const states = indexStates(graph);
  return (state) => objectiveFrom(states, state);
}
