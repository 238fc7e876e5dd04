import type { JsonValue } from '@svc/kernel';
import type { OutgoingAnswer } from '@svc/outgoing-http';
import { isWithin } from '../schema/json-bounds.js';

/** Of an answer that is read as JSON; another one stays text. */
const jsonBounds = { depth: 64, values: 200_000, characters: 8_388_608 } as const;

/** What an answer says: JSON if it is some, else its text. Null: nothing. */
export function answerValue({ body, headers, isComplete }: OutgoingAnswer): JsonValue {
  if (body.length === 0) return null;
  const type = headers['content-type'] ?? '';
  if (!isText(type)) return `[${type.split(';')[0]?.slice(0, 64)}, ${body.length} bytes]`;
  const text = body.toString();
  return (isComplete ? jsonOf(text) : undefined) ?? text;
}

/** Without a type, it is taken for text. */
function isText(type: string): boolean {
  return (
    type === '' || /^\s*text\/|[/+](?:json|xml|javascript|yaml|x-www-form-urlencoded|x-ndjson)\b/i.test(type)
  );
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isWithin(value, jsonBounds) ? value : undefined;
  } catch {
    return undefined;
  }
}
