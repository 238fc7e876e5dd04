import { planOfFillers } from '../speech/filler-plan.js';
import type { ToolCallState } from '../graph/context-graph.js';
import type { ToolCall, ToolOutcome } from '../input/tool-call.js';
import type { Script } from '../runtime/script.js';
import { offeredTools } from '../tools/offered-tool.js';
import { offeredPreload } from '../tools/preload-tool.js';
import { newCall, notCalled } from './call-tool.js';
import { madeBefore } from './made-before.js';
import { showAction } from './move.js';
import { runTool } from './run-tool.js';
import { useTools } from './support.js';
import { nameOf, outputOf } from './tell-tool.js';
import type { Turn } from './turn.js';

/** Calls the tool of a tool-call state, whatever comes of it. Its other tools may be used before its input is worded. */
export function* callDesignated(turn: Turn, state: ToolCallState): Script<void> {
  const { designatedTool: spec, objective, name } = state;
  const [tool] = offeredTools([{ purpose: 'designated', specs: [spec] }], turn.request.tools);
  if (tool === undefined) {
    const absent = {
      tool: offeredPreload({ ...spec, params: {} }, undefined),
      state: name,
      round: 0,
      input: {},
    };
    notCalled(turn, newCall(turn, absent, {}), 'There is no such tool.', 'generic');
    return;
  }
  const named = nameOf(tool.descriptor);
  showAction(turn, { type: 'designated-tool-retrieved', ...named });
  const earlier = madeBefore(turn, tool, name);
  if (earlier !== undefined) {
    if (earlier.outcome !== null) showOutput(turn, earlier, earlier.outcome);
    return;
  }
  yield* useTools(turn, state, objective, state.tools);
  const guidelines = [state.context, ...state.guidances, ...state.validations].filter((text) => text !== '');
  const outcome = yield* runTool(turn, {
    tool,
    place: { state, objective, guidelines },
    round: 0,
    wordingFillers: planOfFillers(state),
    onInput: (input) =>
      showAction(turn, { type: 'designated-tool-call-params-generated', ...named, tool_call_params: input }),
  });
  const call = turn.tools.calls.findLast((one) => one.toolId === spec.toolId);
  if (outcome !== null && call !== undefined) showOutput(turn, call, outcome);
}

function showOutput(turn: Turn, call: ToolCall, outcome: ToolOutcome): void {
  showAction(turn, {
    type: 'navigate-state-machine-tool-call-state-tool-output-available',
    ...nameOf(call),
    tool_output: outputOf(call, outcome),
    duration: outcome.durationMs / 1_000,
    input_arguments: call.input,
  });
}
