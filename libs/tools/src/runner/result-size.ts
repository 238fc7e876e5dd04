import { toStorableText, type JsonValue } from '@svc/kernel';

export interface BoundedResult {
  readonly result: JsonValue;
  readonly isCut: boolean;
}

/** A result above the bound is cut, as text: JSON without its end is none. */
export function boundResult(result: JsonValue, maxCharacters: number): BoundedResult {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  if (text.length <= maxCharacters) return { result, isCut: false };
  // Half of a pair is not storable.
  return { result: toStorableText(text.slice(0, maxCharacters)), isCut: true };
}
