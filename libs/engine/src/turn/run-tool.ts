import type { JsonObject } from '@svc/kernel';
import type { ToolOutcome } from '../input/tool-call.js';
import { ModelError } from '../model/model-error.js';
import type { ArgumentsTask } from '../model/model-task.js';
import type { Script } from '../runtime/script.js';
import type { FillerPlan } from '../speech/filler-plan.js';
import { hasArguments } from '../tools/bound-input.js';
import { offerOf, type OfferedTool } from '../tools/offered-tool.js';
import { callTool, newCall, notCalled, type ToolUse } from './call-tool.js';
import type { Turn } from './turn.js';
import { planOfTool, whileWaiting } from './while-waiting.js';
import { wordArguments, type ArgumentsPlace } from './word-arguments.js';

export interface ToolRun {
  readonly tool: OfferedTool;
  readonly place: ArgumentsPlace;
  readonly round: number;
  /** What is said while its input is worded; null: nothing. */
  readonly wordingFillers?: FillerPlan | null;
  /** Gets each worded input. */
  readonly onInput?: (input: JsonObject) => void;
}

/**
 * Words the input of a tool and calls it. An input that the tool refuses goes back to the model once, with the reason.
 * @returns null for a tool that goes on in the background
 */
export function* runTool(
  turn: Turn,
  { tool, place, round, onInput, wordingFillers = null }: ToolRun,
): Script<ToolOutcome | null> {
  const use = { tool, state: place.state.name, round };
  const { missing } = turn.tools.boundTo(tool);
  if (missing.length > 0) return withoutCall(turn, use, `There is no value for ${missing.join(', ')}.`);
  let refused: ArgumentsTask['refused'] = null;
  for (;;) {
    const input: JsonObject | null = yield* whileWaiting(
      turn,
      wordingFillers,
      inputOf(turn, place, tool, refused),
    );
    if (input === null) return withoutCall(turn, use, 'No input could be worded.');
    onInput?.(input);
    const outcome: ToolOutcome | null = yield* whileWaiting(
      turn,
      planOfTool(turn, tool.spec),
      callTool(turn, { ...use, input }),
    );
    if (outcome?.failure !== 'input_rejected' || refused !== null) return outcome;
    refused = { input, reason: outcome.reason ?? '' };
  }
}

/** Null where the model found no words that can be used. */
function* inputOf(
  turn: Turn,
  place: ArgumentsPlace,
  tool: OfferedTool,
  refused: ArgumentsTask['refused'],
): Script<JsonObject | null> {
  if (!hasArguments(offerOf(tool).inputSchema)) return {};
  try {
    return yield* wordArguments(turn, place, tool, refused);
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'bad_output') return null;
    throw error;
  }
}

function withoutCall(turn: Turn, use: Omit<ToolUse, 'input'>, reason: string): ToolOutcome {
  return notCalled(turn, newCall(turn, { ...use, input: {} }, {}), reason);
}
