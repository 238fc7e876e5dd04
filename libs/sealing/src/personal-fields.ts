import type { JsonObject, JsonValue } from '@svc/kernel';

/** A JSON payload in two parts: what anybody may read, and the personal data. */
export interface CutPayload {
  readonly plain: JsonObject;
  /** Has the form of the payload, with only the personal leaves. Undefined when there are none. */
  readonly personal: JsonObject | undefined;
}

/** The marks at and below one place: `true` is a personal leaf, `*` is each item of a list. */
type Marks = ReadonlyMap<string, Marks | true>;

/**
 * Cuts the leaves at these paths out of a payload: `text`, `author.name`, `messages.*.text` (`*`: each item of a
 * list). Lists keep their lengths and objects their places in the plain part, so `mergePersonal` needs no list of
 * paths.
 */
export function cutPersonal(payload: JsonObject, paths: readonly string[]): CutPayload {
  return cutObject(payload, marksOf(paths));
}

/** The inverse of `cutPersonal`. */
export function mergePersonal(plain: JsonObject, personal: JsonObject): JsonObject {
  return mergeObjects(plain, personal);
}

/** By the list of an event type, which is always the same object. */
const knownMarks = new WeakMap<readonly string[], Marks>();

function marksOf(paths: readonly string[]): Marks {
  let marks = knownMarks.get(paths);
  if (!marks) {
    marks = marksBelow(paths.map((path) => path.split('.')));
    knownMarks.set(paths, marks);
  }
  return marks;
}

function marksBelow(paths: readonly (readonly string[])[]): Marks {
  const marks = new Map<string, Marks | true>();
  for (const first of new Set(paths.map(([name]) => name ?? ''))) {
    const below = paths.filter(([name]) => name === first).map(([, ...rest]) => rest);
    marks.set(first, below.some((rest) => rest.length === 0) || marksBelow(below));
  }
  return marks;
}

function cutObject(object: JsonObject, marks: Marks): CutPayload {
  const plain: Record<string, JsonValue> = {};
  let personal: Record<string, JsonValue> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] as JsonValue;
    const mark = marks.get(key);
    const cut = mark === undefined ? { plain: value, personal: undefined } : cutValue(value, mark);
    if (cut.plain !== undefined) put(plain, key, cut.plain);
    if (cut.personal !== undefined) put((personal ??= {}), key, cut.personal);
  }
  return { plain, personal };
}

interface CutValue {
  readonly plain: JsonValue | undefined;
  readonly personal: JsonValue | undefined;
}

function cutValue(value: JsonValue, mark: Marks | true): CutValue {
  if (mark === true) return { plain: undefined, personal: value };
  if (Array.isArray(value)) return cutList(value as readonly JsonValue[], mark);
  if (typeof value === 'object' && value !== null) return cutObject(value as JsonObject, mark);
  return { plain: value, personal: undefined };
}

function cutList(list: readonly JsonValue[], marks: Marks): CutValue {
  const each = marks.get('*');
  if (each === undefined) return { plain: list, personal: undefined };
  const cut = list.map((item) => cutValue(item, each));
  if (cut.every(({ personal }) => personal === undefined)) return { plain: list, personal: undefined };
  // Null where one part has no value; lists of protos contain no null of their own.
  return {
    plain: cut.map(({ plain }) => plain ?? null),
    personal: cut.map(({ personal }) => personal ?? null),
  };
}

/** Assigning to `__proto__` would create no key. */
function put(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

function mergeObjects(plain: JsonObject, personal: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...plain };
  for (const [key, value] of Object.entries(personal)) {
    put(merged, key, Object.hasOwn(plain, key) ? mergeValues(plain[key] ?? null, value) : value);
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
