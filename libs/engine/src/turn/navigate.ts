import type {
  ActionState,
  CollectionState,
  DecisionState,
  GraphState,
  NextState,
  PassthroughState,
  StateName,
} from '../graph/context-graph.js';
import { enteredBy, indexStates, objectiveFrom, withGlobals } from '../graph/graph-index.js';
import type { Script } from '../runtime/script.js';
import type { ToolSpecs } from '../tools/offered-tool.js';
import { actionOptions, exitOptions, type Option } from './choices.js';
import { choose } from './choose.js';
import { JudgedExits } from './judged-exits.js';
import type { MessageAhead } from './message-ahead.js';
import { MessagesAhead } from './messages-ahead.js';
import { leaveAnnotation, leaveByExit, showAction } from './move.js';
import type { Stop } from './stop.js';
import { inRounds } from './tool-rounds.js';
import { TurnError } from './turn-error.js';
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
    const tools = toolsOf(here, areExitsJudged);
    // What a tool finds out belongs to the message.
    const hasTools = tools.some(({ specs }) => specs.length > 0);
    const message = areExitsJudged && !hasTools ? messages.of(here) : null;
    const chosen = yield* judgeActionState(turn, here, areExitsJudged, message, tools);
    const { verdict } = chosen;
    if (verdict.kind === 'action') {
      showAction(turn, {
        type: 'navigate-state-machine-action-state-action-selected',
        action: verdict.action,
      });
      return { state: here, action: verdict.action, message };
    }
    message?.drop();
    state = yield* passThrough(turn, leaveByExit(turn, here, chosen));
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
    state = yield* pass(turn, state, isSecondVisit);
  }
  return state;
}

function* pass(
  turn: Turn,
  state: PassthroughState | CollectionState,
  isSecondVisit: boolean,
): Script<GraphState> {
  switch (state.type) {
    case 'decision':
      return yield* decide(turn, state, isSecondVisit);
    case 'annotation':
      return leaveAnnotation(turn, state);
    // No compiler gives such states yet.
    case 'collection':
    case 'recall':
    case 'reflection':
    case 'tool-call':
      throw new TurnError('unknown_state', `states of type ${state.type} are not walked yet`);
  }
}

/** A conversation begins in the state for its kind of user, and continues where its last turn ended. */
function firstState(turn: Turn): ActionState {
  const { place, graph, user } = turn.request;
  if (place === null) {
    return turn.actionState(user.isReturning ? graph.returningUserInitialState : graph.newUserInitialState);
  }
  if (place.state === graph.terminalState) {
    throw new TurnError('conversation_is_completed', `state "${place.state}" is the terminal state`);
  }
  return turn.stateAt(place);
}

function judgeActionState(
  turn: Turn,
  state: ActionState,
  areExitsJudged: boolean,
  message: MessageAhead | null,
  lists: readonly ToolSpecs[],
): Script<Option> {
  return inRounds(turn, state, lists, (tools, mustLeave) => {
    const actions = actionOptions(state);
    if (!areExitsJudged) return choose(turn, 'select-action', state, [...actions, ...tools]);
    const exits = exitOptions(state.exitConditions, leadsTo(turn));
    const options = mustLeave && exits.length > 0 ? exits : [...exits, ...actions, ...tools];
    return choose(turn, 'navigate', state, options, message);
  });
}

/** Tools for exits are of no use where no exit is judged. */
function toolsOf(state: ActionState, areExitsJudged: boolean): readonly ToolSpecs[] {
  return [
    { purpose: 'navigate', specs: areExitsJudged ? state.exitTools : [] },
    { purpose: 'engage', specs: state.actionTools },
  ];
}

/**
 * On a second visit, a decision state offers only the exits that lead nearer to an action state. Otherwise decisions could loop
 * for ever.
 */
function* decide(turn: Turn, state: DecisionState, isSecondVisit: boolean): Script<GraphState> {
  showAction(turn, { type: 'navigate-state-machine-decision-state-decision-started' });
  const exits = isSecondVisit ? turn.nearerExits(state) : state.exitConditions;
  const lists = [{ purpose: 'navigate', specs: state.tools }] as const;
  const chosen = yield* inRounds(turn, state, lists, (tools) =>
    choose(turn, 'decide', state, [...exitOptions(exits, leadsTo(turn)), ...tools]),
  );
  return leaveByExit(turn, state, chosen);
}

function leadsTo({ request: { graph } }: Turn): (next: NextState) => string {
  const states = indexStates(graph);
  return (next) => objectiveFrom(states, enteredBy(next));
}
