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
 * in an array or alone.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  const plain = toPlain(value);
  if (Array.isArray(plain)) return canonicalArray(plain);
  if (typeof plain === 'object' && plain !== null) return canonicalObject(plain);
  const isScalar = plain === null || typeof plain === 'string' || typeof plain === 'boolean';
  if (isScalar || Number.isFinite(plain)) return JSON.stringify(plain);
  throw new TypeError(`JSON has no form for a ${typeof plain} like this.`);
}

function canonicalArray(values: readonly unknown[]): string {
  let members = '';
  for (const value of values) {
    if (members !== '') members += ',';
    members += canonicalJson(value);
  }
  return `[${members}]`;
}

/**
 * Written out by hand, because an object with keys like `10` and `9` lists them as numbers, whatever their order. In
 * plain loops: hashing prompts and events is a good part of what a turn costs.
 */
function canonicalObject(record: object): string {
  const values = record as Readonly<Record<string, unknown>>;
  let members = '';
  for (const key of sorted(Object.keys(record))) {
    const value = toPlain(values[key]);
    if (value === undefined) continue;
    if (members !== '') members += ',';
    members += `${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}

/** Up to here insertion, in place, is faster than the engine's sort, which copies. */
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
