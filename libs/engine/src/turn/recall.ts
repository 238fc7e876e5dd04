import type { JsonValue } from '@svc/kernel';
import { answerTo } from '../commands/ask.js';
import type { RecallState } from '../graph/context-graph.js';
import { ModelError } from '../model/model-error.js';
import type { Script } from '../runtime/script.js';
import { outcomeOf } from '../tools/outcome-of.js';
import { offeredRecall, queriesAndResponses } from '../tools/recall-tool.js';
import { newCall } from './call-tool.js';
import { showAction } from './move.js';
import type { Turn } from './turn.js';
import { wordArguments } from './word-arguments.js';

/** Of one query, in UTF-16 code units. */
const maxQueryCharacters = 1_000;
const maxQueries = 10;

/**
 * Looks up what is remembered of the user. What is found is shown to the models from then on; without an answer, nothing is.
 * @returns the queries
 */
export function* recall(turn: Turn, state: RecallState): Script<readonly string[]> {
  const queries = yield* queriesOf(turn, state);
  const input = { queries };
  const call = newCall(turn, { tool: offeredRecall, input, state: state.name, round: 0 }, input);
  turn.tools.begins(call);
  const answer = yield* answerTo(turn.commands, { type: 'call-tool', id: call.id, call });
  const outcome = outcomeOf(call, answer, turn.nowMs);
  turn.tools.ends(call, outcome);
  showAction(turn, {
    type: 'navigate-state-machine-recall-state-active-memory-retrieved',
    queries_and_responses: queriesAndResponses(outcome.result),
  });
  return queries;
}

function* queriesOf(turn: Turn, state: RecallState): Script<readonly string[]> {
  const { wanted } = state;
  if (wanted.type === 'queries') {
    showAction(turn, {
      type: 'navigate-state-machine-recall-state-static-queries-retrieved',
      static_queries: wanted.queries,
    });
    return wanted.queries;
  }
  const worded = yield* wordedQueries(turn, state, wanted.information);
  // The author's own words are a query as well.
  const queries = worded.length > 0 ? worded : [wanted.information.slice(0, maxQueryCharacters)];
  showAction(turn, {
    type: 'navigate-state-machine-recall-state-dynamic-queries-generated',
    dynamic_queries: queries,
    requested_information: wanted.information,
  });
  return queries;
}

/** Empty where the model finds no words that can be used. */
function* wordedQueries(turn: Turn, state: RecallState, information: string): Script<readonly string[]> {
  const place = { state, objective: `Find out from earlier conversations: ${information}`, guidelines: [] };
  try {
    const { queries } = yield* wordArguments(turn, place, offeredRecall, null);
    return textsIn(queries);
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'bad_output') return [];
    throw error;
  }
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly JsonValue[])
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .slice(0, maxQueries)
    .map((query) => query.trim().slice(0, maxQueryCharacters).toWellFormed());
}
