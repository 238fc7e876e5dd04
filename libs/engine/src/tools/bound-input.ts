import type { JsonObject, JsonValue } from '@svc/kernel';
import type { ToolSpec } from '../graph/tool-spec.js';
import type { KnownToolCall } from '../input/tool-call.js';
import type { SessionValues } from '../input/tool-descriptor.js';

/** What code puts into the input of a call. */
export interface BoundInput {
  readonly values: JsonObject;
  /** Bindings without a value. */
  readonly missing: readonly string[];
}

/**
 * The values of a spec's bindings (ADR 49). A binding names a value of the session, or a tool, by its id or name, whose latest result it is. The input
 * has it as the property of that name.
 * @param calls of the conversation, oldest first
 */
export function boundInput(
  { contextBindings }: Pick<ToolSpec, 'contextBindings'>,
  session: SessionValues,
  calls: readonly KnownToolCall[],
): BoundInput {
  const values: Record<string, JsonValue> = {};
  const missing: string[] = [];
  for (const name of contextBindings) {
    const value = Object.hasOwn(session, name) ? session[name] : latestResult(calls, name);
    if (value === undefined) missing.push(name);
    else values[name] = value;
  }
  return { values, missing };
}

function latestResult(calls: readonly KnownToolCall[], name: string): JsonValue | undefined {
  const latest = calls.findLast(
    (call) => [call.name, call.toolId].includes(name) && call.outcome?.status === 'ended' && call.isShown,
  );
  return latest?.outcome?.result;
}

/** The schema of what is left to word. @param bound properties that code puts in */
export function unboundSchema(schema: JsonObject, bound: readonly string[]): JsonObject {
  if (bound.length === 0) return schema;
  const { properties, required } = schema;
  const isLeft = (name: unknown): boolean => typeof name !== 'string' || !bound.includes(name);
  return {
    ...schema,
    ...(isObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isLeft(name))) }
      : {}),
    ...(Array.isArray(required) ? { required: (required as readonly JsonValue[]).filter(isLeft) } : {}),
  };
}

/** Whether there is anything that a model could word. */
export function hasArguments({ properties, additionalProperties }: JsonObject): boolean {
  if (isObject(properties) && Object.keys(properties).length > 0) return true;
  return additionalProperties === true || isObject(additionalProperties);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
