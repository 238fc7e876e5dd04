import type { JsonObject, JsonValue } from '@svc/kernel';

/** A JSON payload in two: what anybody may read, and what is personal, each in its place. */
export interface CutPayload {
  readonly plain: JsonObject;
  /** Has the form of the payload, with the personal leaves alone. Undefined when the payload holds none. */
  readonly personal: JsonObject | undefined;
}

type Path = readonly string[];

/**
 * Cuts the leaves at these paths out of a payload: `text`, `author.name`, `messages.*.text` (`*`: each item of a list).
 * Lists keep their lengths and objects their places in the plain part, so that `mergePersonal` needs no list of paths.
 */
export function cutPersonal(payload: JsonObject, paths: readonly string[]): CutPayload {
  const { plain, personal } = cutObject(
    payload,
    paths.map((path) => path.split('.')),
  );
  return { plain, personal };
}

/** The inverse of `cutPersonal`. */
export function mergePersonal(plain: JsonObject, personal: JsonObject): JsonObject {
  return mergeObjects(plain, personal);
}

function cutObject(object: JsonObject, paths: readonly Path[]): CutPayload {
  const plain: [string, JsonValue][] = [];
  const personal: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(object)) {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    const cut = cutValue(value, below);
    if (cut.plain !== undefined) plain.push([key, cut.plain]);
    if (cut.personal !== undefined) personal.push([key, cut.personal]);
  }
  return {
    plain: Object.fromEntries(plain),
    personal: personal.length > 0 ? Object.fromEntries(personal) : undefined,
  };
}

interface CutValue {
  readonly plain: JsonValue | undefined;
  readonly personal: JsonValue | undefined;
}

function cutValue(value: JsonValue, paths: readonly Path[]): CutValue {
  if (paths.length === 0) return { plain: value, personal: undefined };
  if (paths.some((path) => path.length === 0)) return { plain: undefined, personal: value };
  if (Array.isArray(value)) return cutList(value as readonly JsonValue[], paths);
  if (typeof value === 'object' && value !== null) return cutObject(value as JsonObject, paths);
  return { plain: value, personal: undefined };
}

function cutList(list: readonly JsonValue[], paths: readonly Path[]): CutValue {
  const below = paths.filter(([first]) => first === '*').map(([, ...rest]) => rest);
  const cut = list.map((item) => cutValue(item, below));
  if (cut.every(({ personal }) => personal === undefined)) return { plain: list, personal: undefined };
  // A place that one part has nothing for is null there; no list of a proto message holds a null of its own.
  return {
    plain: cut.map(({ plain }) => plain ?? null),
    personal: cut.map(({ personal }) => personal ?? null),
  };
}

function mergeObjects(plain: JsonObject, personal: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...plain };
  for (const [key, value] of Object.entries(personal)) {
    Object.defineProperty(merged, key, {
      value: key in plain && Object.hasOwn(plain, key) ? mergeValues(plain[key] ?? null, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return merged;
}

function mergeValues(plain: JsonValue, personal: JsonValue): JsonValue {
  if (personal === null) return plain;
  if (plain === null) return personal;
  if (Array.isArray(plain) && Array.isArray(personal)) {
    const items = personal as readonly JsonValue[];
    return (plain as readonly JsonValue[]).map((item, index) => mergeValues(item, items[index] ?? null));
  }
  return mergeObjects(plain as JsonObject, personal as JsonObject);
}
