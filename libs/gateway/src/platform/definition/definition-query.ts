import type { SortKey } from '@svc/contracts/common';
import { z } from 'zod';
import { charactersUpTo } from '../../wire/text.js';
import { withFacts } from '../../wire/documented.js';

/** Part of a name, in any case of letters. */
export const search = withFacts(
  z
    .string()
    .min(1)
    .refine(...charactersUpTo(200)),
  {
    minLength: 1,
    maxLength: 200,
  },
).optional();

/** One key: `name`, `+name` or `-name`; a raw `+` arrives as a space. Missing: none. */
export function sortKey(...fields: readonly [string, ...string[]]) {
  return z
    .string()
    .regex(
      new RegExp(`^[+ -]?(?:${fields.join('|')})$`),
      `must be one of ${fields.join(', ')}, with + or - or without`,
    )
    .optional()
    .transform((text): SortKey[] =>
      text === undefined ? [] : [{ field: text.replace(/^[+ -]/, ''), descending: text.startsWith('-') }],
    );
}
