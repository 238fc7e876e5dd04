import { tagBounds } from '@svc/kernel';
import { z } from 'zod';
import { documented, withFacts } from './documented.js';
import { repeated } from './query.js';

/** A key of a tag, and a value of some. In documents its length stands by itself: some engines refuse a long repetition. */
export const tagText = withFacts(z.string().regex(tagBounds.text, tagBounds.textRule), {
  pattern: String.raw`^[\p{L}\p{M}\p{N}_\s]+$`,
  minLength: 1,
  maxLength: 256,
});

/** The filter of a list: a tag with a value, without one, or with any. */
export interface TagFilterMessage {
  readonly key: string;
  readonly match:
    | { $case: 'value'; value: string }
    | { $case: 'noValue'; value: boolean }
    | { $case: 'anyValue'; value: boolean };
}

/** `key:value`, `key:*` (any value), `key:` (null). The key ends at the first colon. */
export const tagFilter = z
  .string()
  .regex(/^[^:]+:/, 'must have the form key:value')
  .transform((text) => {
    const colon = text.indexOf(':');
    return { key: text.slice(0, colon), match: toMatch(text.slice(colon + 1)) };
  });

/** Nothing has more tags, so no more can match together. */
const maxTags = tagBounds.items;

/** All of these tags must match. */
export const tagFilters = repeated(tagFilter)
  .pipe(z.array(z.custom<TagFilterMessage>()).max(maxTags, `must be given at most ${maxTags} times`))
  .register(documented, {
    type: 'array',
    items: { type: 'string', pattern: '^[^:]+:' },
    maxItems: maxTags,
  });

function toMatch(value: string): TagFilterMessage['match'] {
  if (value === '') return { $case: 'noValue', value: true };
  return value === '*' ? { $case: 'anyValue', value: true } : { $case: 'value', value };
}
