export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Canonical JSON text: object keys sorted by UTF-16 code units, no insignificant white space (RFC 8785).
 * Hashes and signatures are taken over this text, so equal values always give equal bytes.
 *
 * Keys whose value is `undefined` are left out, and `toJSON` is honoured, as `JSON.stringify` does. Lone surrogates are
 * written as escapes, where the RFC wants an error: they are refused where text is stored (`isStorableText`).
 *
 * @throws TypeError for what JSON can't say: numbers that are not finite, bigints, functions, symbols, and `undefined`
 * in an array or as the whole value.
 */
export function canonicalJson(value: unknown): string {
  const copy = ordered(toPlain(value));
  return copy === unordered ? written(value) : JSON.stringify(copy);
}

/** A JavaScript object can't have its keys in the order of canonical JSON. */
const unordered = Symbol('unordered');

/**
 * A copy with ordered keys, so that `JSON.stringify` can write it. Hashing prompts and events is a good part of a turn's cost,
 * and this takes half the time of a serializer in JavaScript.
 */
function ordered(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return scalar(plain);
  if (Array.isArray(plain)) return orderedArray(plain);
  const values = plain as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of sorted(Object.keys(values))) {
    if (isMisplaced(key)) return unordered;
    const value = toPlain(values[key]);
    if (value === undefined) continue;
    const member = ordered(value);
    if (member === unordered) return unordered;
    copy[key] = member;
  }
  return copy;
}

function orderedArray(values: readonly unknown[]): unknown {
  const copy: unknown[] = [];
  for (const value of values) {
    const member = ordered(toPlain(value));
    if (member === unordered) return unordered;
    copy.push(member);
  }
  return copy;
}

/** Keys like `10` always come first in an object, and assigning `__proto__` makes no key. */
function isMisplaced(key: string): boolean {
  const first = key.charCodeAt(0);
  return (first >= 48 && first <= 57) || key === '__proto__';
}

function scalar(plain: unknown): unknown {
  const isScalar = plain === null || typeof plain === 'string' || typeof plain === 'boolean';
  if (isScalar || Number.isFinite(plain)) return plain;
  throw new TypeError(`JSON has no form for a ${typeof plain} like this.`);
}

/** The same, without `JSON.stringify` for objects. */
function written(value: unknown): string {
  const plain = toPlain(value);
  if (Array.isArray(plain)) return `[${plain.map(written).join(',')}]`;
  if (typeof plain === 'object' && plain !== null) return writtenObject(plain);
  return JSON.stringify(scalar(plain));
}

function writtenObject(record: object): string {
  const values = record as Readonly<Record<string, unknown>>;
  const members: string[] = [];
  for (const key of sorted(Object.keys(record))) {
    const value = toPlain(values[key]);
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${written(value)}`);
  }
  return `{${members.join(',')}}`;
}

/** Up to this number, insertion sort in place is faster than the engine's sort, which copies. */
const fewKeys = 24;

/** By UTF-16 code units, which is how strings compare. */
function sorted(keys: string[]): readonly string[] {
  if (keys.length > fewKeys) return keys.sort();
  for (let end = 1; end < keys.length; end += 1) {
    const key = keys[end] as string;
    let place = end;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1)
      keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value as { toJSON(): unknown }).toJSON() : value;
}
