import type {
  ActionState,
  AnnotationState,
  DecisionState,
  GraphState,
  NextState,
  StateName,
} from '../graph/context-graph.js';
import type { TransitionLog } from '../protocol/turn-result.js';
import type { CurrentAgentAction } from '../protocol/turn-signal.js';
import type { Option } from './choices.js';
import { TurnError } from './turn-error.js';
import type { Turn } from './turn.js';

export function showAction(turn: Turn, action: CurrentAgentAction): void {
  turn.commands.give({ type: 'tell', signal: { type: 'current-agent-action', action } });
}

/** Leaves a state by one of its exits. */
export function leaveByExit(
  turn: Turn,
  state: ActionState | DecisionState,
  { verdict: exit, next }: Option,
): GraphState {
  if (exit.kind !== 'exit' || next === null)
    throw new TurnError('unknown_state', `an action does not lead out of state "${state.name}"`);
  showAction(turn, {
    type: 'navigate-state-machine-exit-condition-selected',
    exit_condition: exit.exitCondition,
    next_state_state_machine_version_info: turn.request.graphVersion,
    next_state_name: exit.nextState,
  });
  const ends = transitionEnds(turn, state.name, next);
  return move(turn, { ...ends, type: state.type, exitCondition: exit.exitCondition });
}

/** Takes the annotation as an inner thought and passes on. */
export function leaveAnnotation(turn: Turn, state: AnnotationState): GraphState {
  showAction(turn, {
    type: 'navigate-state-machine-annotation-state-annotation-retrieved',
    annotation: state.innerThought,
  });
  const innerThought = turn.path.thought(state.innerThought);
  const ends = transitionEnds(turn, state.name, state.nextState);
  return move(turn, { ...ends, type: state.type, innerThought });
}

function transitionEnds(turn: Turn, previousState: StateName, nextState: NextState) {
  if (typeof nextState !== 'string')
    throw new TurnError('unknown_state', 'visits to other graphs are not walked yet');
  const { graphVersion } = turn.request;
  return { previousState, previousGraphVersion: graphVersion, nextState, nextGraphVersion: graphVersion };
}

function move(turn: Turn, transition: TransitionLog): GraphState {
  const next = turn.state(transition.nextState);
  turn.path.moved(transition);
  return next;
}
