import type { ActionState, PassthroughState } from '../graph/context-graph.js';
import type { ToolSpec } from '../graph/tool-spec.js';
import type { Script } from '../runtime/script.js';
import { actionOptions } from './choices.js';
import { choose } from './choose.js';
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
  const state: ActionState = {
    type: 'action',
    name,
    objective,
    actions: [{ description: 'Go on: no tool is needed now', fillerHint: null }],
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: [],
    actionTools: specs,
    exitTools: [],
    preloads: [],
    skipsActiveMemory: true,
    guardrails: [],
    channelOverrides: {},
    waitFor: null,
    surfaceSpec: null,
  };
  yield* inRounds(turn, state, [{ purpose: 'support', specs }], (tools) =>
    choose(turn, 'select-action', state, [...actionOptions(state), ...tools]),
  );
}
