import type { FieldError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';

/** Enough to fix a request; a hostile body can't make the response larger than itself. */
const maxReported = 20;

/**
 * Finds the strings and keys with U+0000 or a lone surrogate: nothing behind the edge can store them. A key is reported
 * by its object. Visits each value once; nesting must be bounded (see `jsonBounds`).
 */
export function findUnstorableText(value: unknown, loc: readonly (string | number)[]): readonly FieldError[] {
  const found: FieldError[] = [];
  const path = [...loc];
  const refuse = (): void => {
    found.push({ loc: [...path], msg: 'must not hold U+0000 or lone surrogates', type: 'string_unstorable' });
  };
  const visit = (part: unknown): void => {
    if (found.length >= maxReported) return;
    if (typeof part === 'string') {
      if (!isStorableText(part)) refuse();
    } else if (Array.isArray(part)) {
      for (let index = 0; index < part.length; index += 1) visitInside(index, part[index]);
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) {
        if (found.length >= maxReported) return;
        if (isStorableText(key)) visitInside(key, item);
        else refuse();
      }
    }
  };
  const visitInside = (key: string | number, part: unknown): void => {
    path.push(key);
    visit(part);
    path.pop();
  };
  visit(value);
  return found;
}
