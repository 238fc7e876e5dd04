import type { DecisionState, GraphState, PassthroughState, ReflectionState } from '../graph/context-graph.js';
import { isSpeaking } from '../graph/graph-index.js';
import type { SpeakingState } from '../graph/context-graph.js';
import type { Script } from '../runtime/script.js';
import { planOfFillers, planOfText } from '../speech/filler-plan.js';
import { exitOptions, leadsTo } from './choices.js';
import { choose } from './choose.js';
import {
  comeBack,
  leaveAnnotation,
  leaveByExit,
  leaveRecall,
  leaveReflection,
  leaveToolCall,
  showAction,
} from './move.js';
import { callDesignated } from './designated-tool.js';
import { recall } from './recall.js';
import { useTools } from './support.js';
import { thoughtOf } from './thought.js';
import { inRounds } from './tool-rounds.js';
import { TurnError } from './turn-error.js';
import type { Turn } from './turn.js';
import { whileWaiting } from './while-waiting.js';

/** Walks to the next state that speaks. The terminal state of a visited graph does not: it leads back. */
export function* passThrough(turn: Turn, entered: GraphState): Script<SpeakingState> {
  const { maxPassthroughStates } = turn.request.limits;
  const passed = new Set<string>();
  let state = entered;
  for (let steps = 1; ; steps += 1) {
    const isPassed = turn.graphs.endsVisit(state);
    if (isSpeaking(state) && !isPassed) return state;
    if (steps > maxPassthroughStates)
      throw new TurnError('too_many_passthrough_states', `more than ${maxPassthroughStates} in one turn`);
    if (isPassed) {
      state = comeBack(turn, state);
      continue;
    }
    turn.waits.entered(state, turn.nowMs);
    const place = turn.graphs.idOf(state.name);
    const isSecondVisit = passed.has(place);
    passed.add(place);
    state = yield* pass(turn, state as PassthroughState, isSecondVisit);
  }
}

function* pass(turn: Turn, state: PassthroughState, isSecondVisit: boolean): Script<GraphState> {
  switch (state.type) {
    case 'decision':
      return yield* decide(turn, state, isSecondVisit);
    case 'annotation':
      return leaveAnnotation(turn, state);
    case 'recall':
      return leaveRecall(turn, state, yield* recall(turn, state));
    case 'reflection':
      return yield* reflect(turn, state);
    case 'tool-call':
      yield* callDesignated(turn, state);
      return leaveToolCall(turn, state);
  }
}

/**
 * On a second visit, a decision state offers only the exits that lead nearer to an action state. Otherwise decisions could loop
 * for ever.
 */
function* decide(turn: Turn, state: DecisionState, isSecondVisit: boolean): Script<GraphState> {
  const started = { type: 'navigate-state-machine-decision-state-decision-started' } as const;
  showAction(turn, started);
  turn.waits.begun = started;
  const exits = isSecondVisit ? turn.nearerExits(state) : state.exitConditions;
  const lists = [{ purpose: 'navigate', specs: state.tools }] as const;
  const choosing = inRounds(turn, state, lists, (tools) =>
    choose(turn, 'decide', state, [...exitOptions(exits, leadsTo(turn)), ...tools]),
  );
  const chosen = yield* whileWaiting(turn, planOfFillers(state), choosing);
  turn.waits.chose(planOfText(chosen.fillerHint), turn.nowMs);
  return leaveByExit(turn, state, chosen);
}

function* reflect(turn: Turn, state: ReflectionState): Script<GraphState> {
  showAction(turn, {
    type: 'navigate-state-machine-reflection-state-prompt-retrieved',
    prompt: state.problem,
  });
  const reflection = yield* whileWaiting(turn, planOfFillers(state), thinking(turn, state));
  return leaveReflection(turn, state, reflection);
}

function* thinking(turn: Turn, state: ReflectionState): Script<string> {
  yield* useTools(turn, state, state.problem, state.tools);
  return yield* thoughtOf(turn, state);
}
