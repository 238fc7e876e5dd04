import {
  answerSchema,
  collected,
  missingFields,
  type Collected,
  type CollectedValues,
} from '../collection/collected.js';
import type { ActionState, CollectionField, CollectionState } from '../graph/context-graph.js';
import { ModelError } from '../model/model-error.js';
import type { Script } from '../runtime/script.js';
import type { OfferedTool } from '../tools/offered-tool.js';
import { statusSpec } from '../tools/status-tool.js';
import type { Stop } from './stop.js';
import { fallbackOf } from './surface-fallback.js';
import type { Turn } from './turn.js';
import { wordArguments } from './word-arguments.js';

/** What a visit of a collection state comes to. */
export type CollectionOutcome =
  | { readonly type: 'asks'; readonly stop: Stop }
  /** `isComplete`: each required field has a value; otherwise its turns are used up. */
  | { readonly type: 'ends'; readonly isComplete: boolean };

/**
 * Reads the values of the fields from what the user has said, checks them, and asks for what is missing. It ends once each required
 * field has a value, or after `maxTurns` turns of the user.
 */
export function* collect(turn: Turn, state: CollectionState): Script<CollectionOutcome> {
  // Two collections may lead to one another.
  const earlier = turn.path.collectedIn(state.name, turn.graphs.version);
  if (earlier !== undefined) {
    const { values } = earlier;
    return { type: 'asks', stop: stopOf(state, { values, refused: [] }, missingFields(state, values)) };
  }
  const before = turn.collectionIn(state);
  const isAnswered = 'text' in turn.request.input;
  const isUserTurn = turn.request.input.kind === 'user-message';
  const turns = before.turns + (isUserTurn && !turn.path.hasMoved ? 1 : 0);
  const read = isAnswered
    ? yield* readValues(turn, state, before.values)
    : { values: before.values, refused: [] };
  const { values } = read;
  const missing = missingFields(state, values);
  // A state that requires nothing still asks once.
  const isAsked = turns > 0 || state.fields.some(({ isRequired }) => isRequired);
  const isComplete = missing.length === 0 && isAsked;
  const { surfaceFallback } = state;
  // The first turn of the user is the first that tells whether they need one.
  const limit = Math.max(1, state.surfaceFallbackAfterTurns);
  if (surfaceFallback && !isComplete && before.turns < limit && turns >= limit)
    turn.path.surfaces.push(fallbackOf(state, values));
  turn.path.collected({ state: state.name, graph: turn.graphs.version, values, turns, isComplete });
  if (isComplete || turns >= state.maxTurns) return { type: 'ends', isComplete };
  return { type: 'asks', stop: stopOf(state, read, missing) };
}

function* readValues(turn: Turn, state: CollectionState, known: CollectedValues): Script<Collected> {
  const place = {
    state,
    objective: state.objective,
    guidelines: [
      'Give the values that the user has said, also those that correct an earlier one, and nothing else.',
    ],
    known,
  };
  try {
    return collected(state, known, yield* wordArguments(turn, place, formOf(state), null));
  } catch (error) {
    if (error instanceof ModelError && error.kind === 'bad_output') return { values: known, refused: [] };
    throw error;
  }
}

/** The fields as a tool that only takes down what was said: it is worded like any other, and never called. */
function formOf(state: CollectionState): OfferedTool {
  return {
    spec: { ...statusSpec, toolId: 'take_down', additionalInstruction: '' },
    descriptor: {
      toolId: 'take_down',
      versionConstraint: null,
      name: 'take_down',
      version: null,
      description: 'Takes down what the user has said.',
      inputSchema: answerSchema(state),
      hasEffects: false,
      timeoutMs: 0,
    },
    purpose: 'support',
  };
}

/** An action that asks for the first thing that is missing. */
function stopOf(state: CollectionState, { refused }: Collected, missing: readonly CollectionField[]): Stop {
  const [wanted = state.fields[0]] = missing;
  const again = refused.map(({ field, reason }) => `Ask for "${field.label}" again: ${reason}.`);
  const action = again[0] ?? (wanted === undefined ? state.objective : questionFor(wanted));
  return { state: asking(state, action, again.slice(1)), action };
}

function questionFor({ label, askPrompt, options }: CollectionField): string {
  const among = options.length === 0 ? '' : ` (one of: ${options.join(', ')})`;
  return askPrompt ?? `Ask for: ${label}${among}`;
}

/** The state as one in which the agent has this to do. */
export function asking(state: CollectionState, action: string, guidelines: readonly string[]): ActionState {
  return {
    type: 'action',
    name: state.name,
    objective: state.objective,
    actions: [{ description: action, fillerHint: null }],
    navigationGuidelines: [],
    actionGuidelines: [...state.actionGuidelines, ...guidelines],
    boundaryConstraints: state.boundaryConstraints,
    exitConditions: [],
    actionTools: state.tools,
    exitTools: [],
    preloads: [],
    skipsActiveMemory: true,
    guardrails: state.guardrails,
    channelOverrides: state.channelOverrides,
    waitFor: null,
    surfaceSpec: null,
  };
}
