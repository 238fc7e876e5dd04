import type { FieldError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';

type Location = readonly (string | number)[];

/** Enough to mend a request by; a hostile body can't make the answer larger than itself. */
const mostReported = 20;
/** No request of ours comes near; what is nested deeper is refused as a whole rather than followed. */
const deepestNesting = 100;

/** Finds every string, keys included, that holds U+0000 or a lone surrogate: nothing behind the edge can store it. */
export function findUnstorableText(value: unknown, loc: Location): readonly FieldError[] {
  const found: FieldError[] = [];
  const refuse = (at: Location): void => {
    found.push({ loc: at, msg: 'must not hold U+0000 or lone surrogates', type: 'string_unstorable' });
  };
  const visit = (part: unknown, at: Location): void => {
    if (found.length >= mostReported) return;
    if (at.length > deepestNesting) {
      found.push({ loc: loc, msg: `must not be nested deeper than ${deepestNesting}`, type: 'too_deep' });
      return;
    }
    if (typeof part === 'string') {
      if (!isStorableText(part)) refuse(at);
    } else if (Array.isArray(part)) {
      part.forEach((item, index) => visit(item, [...at, index]));
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) {
        if (isStorableText(key)) visit(item, [...at, key]);
        else refuse(at);
      }
    }
  };
  visit(value, loc);
  return found;
}
