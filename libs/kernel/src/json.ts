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
  if (Array.isArray(plain)) return `[${plain.map(canonicalJson).join(',')}]`;
  if (typeof plain === 'object' && plain !== null) return canonicalObject(plain);
  const isScalar = plain === null || typeof plain === 'string' || typeof plain === 'boolean';
  if (isScalar || Number.isFinite(plain)) return JSON.stringify(plain);
  throw new TypeError(`JSON has no form for a ${typeof plain} like this.`);
}

/**
 * Written out by hand, because an object with keys like `10` and `9` lists them as numbers, whatever their order. In a
 * plain loop: hashing prompts is a good part of what a turn costs.
 */
function canonicalObject(record: object): string {
  const values = record as Readonly<Record<string, unknown>>;
  let members = '';
  for (const key of Object.keys(record).sort()) {
    const value = toPlain(values[key]);
    if (value === undefined) continue;
    if (members !== '') members += ',';
    members += `${JSON.stringify(key)}:${canonicalJson(value)}`;
  }
  return `{${members}}`;
}

function toPlain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return value;
  return typeof value.toJSON === 'function' ? (value as { toJSON(): unknown }).toJSON() : value;
}
