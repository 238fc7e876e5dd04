import type { AnnotationState, GraphState, StateName } from '../graph/context-graph.js';
import type { TransitionLog, Verdict } from './turn-result.js';
import type { CurrentAgentAction } from './turn-signal.js';
import type { TurnWalk } from './turn-walk.js';

export function showAction(walk: TurnWalk, action: CurrentAgentAction): void {
  walk.tell({ type: 'current-agent-action', action });
}

/** Leaves a state by one of its exits. */
export function leaveByExit(
  walk: TurnWalk,
  state: Exclude<GraphState, AnnotationState>,
  exit: Extract<Verdict, { kind: 'exit' }>,
): GraphState {
  showAction(walk, {
    type: 'navigate-state-machine-exit-condition-selected',
    exit_condition: exit.exitCondition,
    next_state_state_machine_version_info: walk.request.graphVersion,
    next_state_name: exit.nextState,
  });
  const ends = transitionEnds(walk, state.name, exit.nextState);
  return move(walk, { ...ends, type: state.type, exitCondition: exit.exitCondition });
}

/** Takes the annotation as an inner thought and passes on. */
export function leaveAnnotation(walk: TurnWalk, state: AnnotationState): GraphState {
  showAction(walk, {
    type: 'navigate-state-machine-annotation-state-annotation-retrieved',
    annotation: state.inner_thought,
  });
  walk.innerThoughts.push(state.inner_thought);
  walk.tell({ type: 'inner-thought', text: state.inner_thought });
  const ends = transitionEnds(walk, state.name, state.next_state);
  return move(walk, { ...ends, type: state.type, innerThought: walk.innerThoughts.length - 1 });
}

function transitionEnds(walk: TurnWalk, previousState: StateName, nextState: StateName) {
  const { graphVersion } = walk.request;
  return { previousState, previousGraphVersion: graphVersion, nextState, nextGraphVersion: graphVersion };
}

function move(walk: TurnWalk, transition: TransitionLog): GraphState {
  const next = walk.state(transition.nextState);
  walk.transitions.push(transition);
  showAction(walk, {
    type: 'navigate-state-machine-state-transitioned',
    prev_state: transition.previousState,
    prev_state_state_machine_version_info: transition.previousGraphVersion,
    next_state: transition.nextState,
    next_state_state_machine_version_info: transition.nextGraphVersion,
  });
  walk.tell({ type: 'state-transitioned', transition });
  return next;
}
