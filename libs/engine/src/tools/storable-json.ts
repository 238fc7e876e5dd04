import { toStorableText, type JsonValue } from '@svc/kernel';

/** Deeper values are replaced by their JSON's place holder: each reader of them recurses. */
const maxDepth = 40;

const tooDeep = '[…]';

/** A value of a tool or model as it can be stored and shown: storable text, and not too deep. */
export function toStorableJson(value: JsonValue, depth = 0): JsonValue {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return tooDeep;
  if (isList(value)) return value.map((member) => toStorableJson(member, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toStorableText(key), toStorableJson(member, depth + 1)]),
  );
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}
