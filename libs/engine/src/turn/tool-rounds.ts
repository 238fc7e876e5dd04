import type { ActionState, DecisionState } from '../graph/context-graph.js';
import type { Script } from '../runtime/script.js';
import type { OfferedTool, ToolSpecs } from '../tools/offered-tool.js';
import { maxToolRounds } from '../tools/turn-tools.js';
import { newCall, notCalled } from './call-tool.js';
import { toolOptions, type Option } from './choices.js';
import { runTool } from './run-tool.js';
import type { Turn } from './turn.js';

/** Makes a choice, with the tools among its options. `mustLeave`: where there are exits, only those are. */
export type ChooseWith = (tools: readonly Option[], mustLeave: boolean) => Script<Option>;

/**
 * Judges a state, with its tools among the choices. A chosen tool is called, and the state judged again with what came of it, for
 * at most eight rounds a turn: then the choice of a tool fails, and none is offered any more.
 */
export function* inRounds(
  turn: Turn,
  state: ActionState | DecisionState,
  lists: readonly ToolSpecs[],
  choose: ChooseWith,
  isLeftAtOnce = false,
): Script<Option> {
  let mustLeave = isLeftAtOnce;
  for (;;) {
    const offered: readonly OfferedTool[] = mustLeave ? turn.tools.offer([]) : turn.tools.offer(lists);
    const names = offered.map(({ descriptor }) => descriptor.name);
    const chosen: Option = yield* choose(toolOptions(names), mustLeave);
    const { verdict } = chosen;
    if (verdict.kind !== 'tool') return chosen;
    const tool: OfferedTool | undefined = offered.find(({ descriptor }) => descriptor.name === verdict.tool);
    if (tool === undefined) throw new TypeError('The chosen tool was not offered.');
    mustLeave = yield* isLeftAfter(turn, state, tool);
  }
}

/** @returns whether the state must be left now */
function* isLeftAfter(turn: Turn, state: ActionState | DecisionState, tool: OfferedTool): Script<boolean> {
  const round = turn.tools.rounds;
  turn.tools.rounds += 1;
  if (round >= maxToolRounds) {
    const reason = `A turn has at most ${maxToolRounds} rounds of tools.`;
    notCalled(
      turn,
      newCall(turn, { tool, input: {}, state: state.name, round }, {}),
      reason,
      'rounds_exhausted',
    );
    return false;
  }
  const place = { state, objective: state.objective, guidelines: [] };
  const outcome = yield* runTool(turn, { tool, place, round });
  return tool.spec.navigateOnCompletion && outcome?.status === 'ended';
}
