import { compileGraph } from '@svc/definitions/classic';
import type { ContextGraph } from '@svc/engine';
import type { JsonObject, JsonValue } from '@svc/kernel';

/**
 * A graph of a file as this engine walks it: what the release that wrote it did not know has no effect. Of older files, the body of
 * a Classic graph.
 */
export function graphIn(written: JsonObject): ContextGraph {
  if (!('newUserInitialState' in written)) return compileGraph(written);
  const states = objectsIn(written['states']).map(lifted);
  return { ...written, states } as unknown as ContextGraph;
}

const ofStates = {
  guardrails: [],
  channelOverrides: {},
  waitFor: null,
  surfaceSpec: null,
  surfaceFallback: false,
  surfaceFallbackAfterTurns: 0,
};
const ofFillers = { audioFillers: [], audioFillerAfterMs: null };
const ofTools = { ...ofFillers, progress: null };

function lifted(state: JsonObject): JsonObject {
  const tools = (name: string) =>
    name in state ? { [name]: objectsIn(state[name]).map((spec) => ({ ...ofTools, ...spec })) } : {};
  const { actions, exitConditions, designatedTool } = state;
  return {
    ...ofStates,
    ...ofFillers,
    ...state,
    ...(Array.isArray(actions) ? { actions: actions.map(liftedAction) } : {}),
    ...(exitConditions === undefined
      ? {}
      : { exitConditions: objectsIn(exitConditions).map((exit) => ({ fillerHint: null, ...exit })) }),
    ...tools('actionTools'),
    ...tools('exitTools'),
    ...tools('tools'),
    ...(isObject(designatedTool) ? { designatedTool: { ...ofTools, ...designatedTool } } : {}),
  };
}

/** Once it was a text alone. */
function liftedAction(action: JsonValue): JsonValue {
  return typeof action === 'string' ? { description: action, fillerHint: null } : action;
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
