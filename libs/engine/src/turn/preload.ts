import type { ActionState } from '../graph/context-graph.js';
import type { PreloadSpec } from '../graph/tool-spec.js';
import { all } from '../runtime/all.js';
import type { Script } from '../runtime/script.js';
import { operatorTool } from '../tools/operator-tool.js';
import { filledParams, offeredPreload } from '../tools/preload-tool.js';
import { callTool, newCall, notCalled } from './call-tool.js';
import { madeBefore } from './made-before.js';
import type { Turn } from './turn.js';

/**
 * Makes the calls that a state wants when it is entered, side by side, before any model is called. What comes of them is shown to
 * the models from then on; a failure is an outcome like any other.
 */
export function* preload(turn: Turn, { name, preloads }: ActionState): Script<void> {
  yield* all(preloads.map((spec) => preloaded(turn, name, spec)));
}

function* preloaded(turn: Turn, state: string, spec: PreloadSpec): Script<void> {
  const descriptor = [operatorTool, ...turn.request.tools].find(({ toolId }) => toolId === spec.toolId);
  const { input, missing } = filledParams(spec.params, turn.request.session);
  const use = { tool: offeredPreload(spec, descriptor), input, state, round: 0 };
  if (descriptor === undefined)
    notCalled(turn, newCall(turn, use, input), 'There is no such tool.', 'generic');
  else if (missing.length > 0)
    notCalled(turn, newCall(turn, use, input), `There is no value for ${missing.join(', ')}.`);
  else if (madeBefore(turn, use.tool, state) === undefined) yield* callTool(turn, use);
}
