import type { ActionState, GraphState, PassthroughState } from '../graph/context-graph.js';
import { objectiveOf } from '../graph/graph-index.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import type { Script } from '../runtime/script.js';
import { actionOptions } from './choices.js';
import { choose } from './choose.js';
import { asking } from './collect.js';
import { inRounds } from './tool-rounds.js';
import type { Turn } from './turn.js';

/** Lets the model use the tools of a state that does not speak, until it needs none any more. */
export function* useTools(
  turn: Turn,
  { name }: PassthroughState,
  objective: string,
  specs: readonly ToolSpec[],
): Script<void> {
  if (specs.length === 0) return;
  const actions = [{ description: 'Go on: no tool is needed now', fillerHint: null }];
  const state: ActionState = { ...silentState(name, objective), actions, actionTools: specs };
  yield* inRounds(turn, state, [{ purpose: 'support', specs }], (tools) =>
    choose(turn, 'select-action', state, [...actionOptions(state), ...tools]),
  );
}

/** Any state as an action state; one that does not speak has no guardrails. */
export function asActionState(state: GraphState | null): ActionState {
  if (state?.type === 'action') return state;
  if (state?.type === 'collection') return asking(state, state.objective, []);
  return silentState(state?.name ?? '', state === null ? '' : (objectiveOf(state) ?? ''));
}

function silentState(name: string, objective: string): ActionState {
  return {
    type: 'action',
    name,
    objective,
    actions: [],
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: [],
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: true,
    guardrails: [],
    channelOverrides: {},
    waitFor: null,
    surfaceSpec: null,
  };
}
