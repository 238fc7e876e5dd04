type Plain<Value> = Exclude<Value, null | undefined>;
type KeyOf<Value> = Value extends unknown ? keyof Value & string : never;
type ValueOf<Value, Key extends string> = Value extends unknown
  ? Key extends keyof Value
    ? Value[Key]
    : undefined
  : never;

type PlainShape<Value> = [Value] extends [string]
  ? 'string'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'boolean'
      : [Value] extends [readonly (infer Item)[]]
        ? readonly ['list', StateShape<Item>]
        : [Value] extends [object]
          ? string extends keyof Value
            ? readonly ['map', StateShape<Value[keyof Value]>]
            : { readonly [Key in KeyOf<Value>]: StateShape<ValueOf<Value, Key>> }
          : 'json';

/**
 * The shape of plain data, as a value that the compiler compares with the type: it has every key of it and no other.
 * A union of objects has the keys of all; those that some lack are nullable. `null` and what may be absent are one.
 *
 *     { name: 'string', age: 'number?', tags: ['list', 'string'], pins: ['nullable', { agentId: 'string' }] }
 */
export type StateShape<Value> = [Extract<Value, null | undefined>] extends [never]
  ? PlainShape<Value>
  : NullableShape<PlainShape<Plain<Value>>>;
type NullableShape<Shape> = Shape extends string ? `${Shape}?` : readonly ['nullable', Shape];

/** Any shape, where its type doesn't matter. */
export type AnyShape = string | readonly [string, AnyShape] | { readonly [key: string]: AnyShape };

/**
 * The path where a value differs from the shape: `pins.agentId`; empty for the value itself. Undefined when it fits.
 * @param value plain data
 */
export function misfit(shape: AnyShape, value: unknown, path = ''): string | undefined {
  if (typeof shape === 'string') return fitsLeaf(shape, value) ? undefined : path;
  if (isNested(shape)) {
    const [kind, inner] = shape;
    if (kind === 'nullable') return isAbsent(value) ? undefined : misfit(inner, value, path);
    if (!isObject(value) || Array.isArray(value) !== (kind === 'list')) return path;
    return firstMisfit(Object.entries(value).map(([key, item]) => [inner, item, below(path, key)]));
  }
  if (!isObject(value) || Array.isArray(value)) return path;
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) return below(path, unknown);
  return firstMisfit(Object.entries(shape).map(([key, inner]) => [inner, value[key], below(path, key)]));
}

function firstMisfit(parts: readonly (readonly [AnyShape, unknown, string])[]): string | undefined {
  for (const [shape, value, path] of parts) {
    const found = misfit(shape, value, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fitsLeaf(leaf: string, value: unknown): boolean {
  const isNullable = leaf.endsWith('?');
  if (isAbsent(value)) return isNullable;
  const kind = isNullable ? leaf.slice(0, -1) : leaf;
  return kind === 'json' || typeof value === kind;
}

const isNested = (shape: AnyShape): shape is readonly [string, AnyShape] => Array.isArray(shape);
const isAbsent = (value: unknown): boolean => value === null || value === undefined;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
