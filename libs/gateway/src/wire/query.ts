import { z } from 'zod';
import { documented } from './documented.js';

/** Query parameters arrive as text, a repeated key as a list. */

/** The format of ids of objects in an organization. */
export const oid = z.string().regex(/^[a-f0-9]{24}$/, 'must be 24 lower-case hex digits');

/** A repeatable parameter; duplicates are dropped. */
export function repeated<Item extends z.ZodType>(item: Item) {
  const list = z.array(item).transform((items) => [...new Set(items)]);
  return z.preprocess((value) => (value === undefined ? [] : [value].flat()), list);
}

/** A repeatable parameter that belongs to another one, item by item: duplicates stay. */
export function inOrder<Item extends z.ZodType>(item: Item, most: number) {
  const list = z.array(item).max(most, `must be given at most ${most} times`);
  return z.preprocess((value) => (value === undefined ? [] : [value].flat()), list);
}

/** `1` and `0` are taken too: some clients write a boolean so. */
export const flag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1')
  .register(documented, { type: 'boolean' });

/** A whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .register(documented, { type: 'integer', minimum, maximum });
}
