import type { JsonValue } from '@svc/kernel';

export interface JsonBounds {
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Values of any type. */
  readonly values: number;
  /** Of all strings and names of members together, in UTF-16 code units. */
  readonly characters: number;
}

/**
 * Whether a value is within bounds. Without recursion, so that no depth overflows the stack: parsers of JSON accept any.
 */
export function isWithin(value: JsonValue, bounds: JsonBounds): boolean {
  const open: { readonly value: JsonValue; readonly depth: number }[] = [{ value, depth: 0 }];
  let values = 0;
  let characters = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    values += 1;
    if (typeof next.value === 'string') characters += next.value.length;
    if (values > bounds.values || characters > bounds.characters) return false;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    if (depth > bounds.depth) return false;
    const isList = Array.isArray(next.value);
    for (const [name, member] of Object.entries(next.value)) {
      if (!isList) characters += name.length;
      if (open.length + values > bounds.values) return false;
      open.push({ value: member, depth });
    }
  }
  return true;
}
