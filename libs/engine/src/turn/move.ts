import type {
  ActionState,
  AnnotationState,
  CollectionState,
  DecisionState,
  GraphState,
  NextState,
  RecallState,
  ReflectionState,
  ToolCallState,
} from '../graph/context-graph.js';
import type { TransitionLog } from '../protocol/turn-result.js';
import type { CurrentAgentAction } from '../protocol/turn-signal.js';
import type { Option } from './choices.js';
import { cutCoupled } from './cut-coupled.js';
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
    next_state_state_machine_version_info: turn.graphs.placeBehind(next).graph,
    next_state_name: exit.nextState,
  });
  return move(turn, state, next, { type: state.type, exitCondition: exit.exitCondition });
}

/** Takes the annotation as an inner thought and passes on. */
export function leaveAnnotation(turn: Turn, state: AnnotationState): GraphState {
  showAction(turn, {
    type: 'navigate-state-machine-annotation-state-annotation-retrieved',
    annotation: state.innerThought,
  });
  const innerThought = turn.path.thought(state.innerThought);
  return move(turn, state, state.nextState, { type: state.type, innerThought });
}

/** Takes what the model has thought as an inner thought and passes on. */
export function leaveReflection(turn: Turn, state: ReflectionState, reflection: string): GraphState {
  showAction(turn, { type: 'navigate-state-machine-reflection-state-reflection-generated', reflection });
  const innerThought = turn.path.thought(reflection);
  return move(turn, state, state.nextState, { type: state.type, innerThought });
}

export function leaveRecall(turn: Turn, state: RecallState, queries: readonly string[]): GraphState {
  return move(turn, state, state.nextState, { type: state.type, queries });
}

export function leaveToolCall(turn: Turn, state: ToolCallState): GraphState {
  return move(turn, state, state.nextState, { type: state.type });
}

export function leaveCollection(turn: Turn, state: CollectionState, isComplete: boolean): GraphState {
  return move(turn, state, state.onComplete, { type: state.type, isComplete });
}

/** Leaves a visited graph from its terminal state, to where the visit said. */
export function comeBack(turn: Turn, state: GraphState): GraphState {
  const { graphs, path } = turn;
  const previousGraphVersion = graphs.version;
  const { graph: nextGraphVersion, state: nextState } = graphs.leave();
  const next = graphs.state(nextState);
  const previousState = state.name;
  path.moved({ type: 'jumpback', previousState, previousGraphVersion, nextState, nextGraphVersion });
  return next;
}

/** What a transition has besides its ends. */
type Left = TransitionLog extends infer Log
  ? Log extends TransitionLog
    ? Omit<Log, 'previousState' | 'previousGraphVersion' | 'nextState' | 'nextGraphVersion'>
    : never
  : never;

function move(turn: Turn, { name: previousState }: GraphState, to: NextState, left: Left): GraphState {
  const { graphs, path } = turn;
  const previousGraphVersion = graphs.version;
  const next = graphs.enter(to);
  cutCoupled(turn, previousState);
  const ends = {
    previousState,
    previousGraphVersion,
    nextState: next.name,
    nextGraphVersion: graphs.version,
  };
  path.moved({ ...ends, ...left });
  return next;
}
