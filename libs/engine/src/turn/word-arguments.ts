import type { JsonObject, JsonValue } from '@svc/kernel';
import type { GraphState } from '../graph/context-graph.js';
import { ModelError } from '../model/model-error.js';
import type { ArgumentsTask, Scene } from '../model/model-task.js';
import { renderArgumentsPrompt } from '../prompt/arguments-prompt.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import { offerOf, type OfferedTool } from '../tools/offered-tool.js';
import { toStorableJson } from '../tools/storable-json.js';
import { callModel, type Answered } from './call-model.js';
import { fitPrompt, withinContext } from './fit-prompt.js';
import type { Turn } from './turn.js';
import { wholeText } from './whole-text.js';

/** Bound of the text of an input, in UTF-16 code units. */
const maxInputCharacters = 50_000;

/** A state that words arguments, and what its author says about them. */
export interface ArgumentsPlace {
  readonly state: GraphState;
  readonly objective: string;
  readonly guidelines: readonly string[];
  /** Values that are known already; data. */
  readonly known?: JsonObject;
}

/**
 * Lets the model word the input of a call.
 * @throws ModelError `bad_output` when its response is no JSON object
 */
export function* wordArguments(
  turn: Turn,
  { state, objective, guidelines, known = {} }: ArgumentsPlace,
  tool: OfferedTool,
  refused: ArgumentsTask['refused'],
): Script<JsonObject> {
  const offer = offerOf(tool);
  const taskIn = (scene: Scene): ArgumentsTask => ({
    type: 'arguments',
    ...scene,
    state: { name: state.name, objective, tried: [] },
    tool: offer,
    guidelines,
    known,
    refused,
  });
  const { inputSchema: schema } = offer;
  return yield* withinContext(
    turn.calls,
    () => fitPrompt(turn, 'arguments', taskIn, renderArgumentsPrompt),
    ({ task, messages, fittedTo }) => {
      const choice = { id: 'tool_1', kind: 'tool', text: offer.name } as const;
      const call = turn.calls.begin('arguments', state, [choice], { messages, schema });
      return callModel(turn, call, { callId: call.id, messages, schema, task, fittedTo }, objectIn);
    },
  );
}

function* objectIn(answers: Channel<ModelFact>): Script<Answered<JsonObject>> {
  return { value: objectOf(yield* wholeText(answers, maxInputCharacters)), judgement: null };
}

/** @throws ModelError `bad_output` */
function objectOf(text: string): JsonObject {
  let value: JsonValue;
  try {
    value = toStorableJson(JSON.parse(text) as JsonValue);
  } catch (cause) {
    throw noInput('it is no JSON', cause);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw noInput('it is no object');
  return value as JsonObject;
}

function noInput(why: string, cause?: unknown): ModelError {
  return new ModelError('bad_output', { privateDetail: `the input of a tool can't be used: ${why}`, cause });
}
