import type { JsonObject, JsonValue } from '@svc/kernel';

/** Bytes of an event's values and keys in UTF-8: before escaping and sealing, so quotation marks count like letters. */
export function valueBytes(value: JsonValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).reduce((sum: number, item) => sum + valueBytes(item), 0);
  if (typeof value !== 'object' || value === null) return String(value).length;
  return Object.entries(value as JsonObject).reduce(
    (sum, [key, inner]) => sum + Buffer.byteLength(key) + valueBytes(inner),
    0,
  );
}
