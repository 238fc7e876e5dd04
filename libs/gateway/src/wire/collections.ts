import { z } from 'zod';
import { withFacts } from './documented.js';

/** More could not be stored: an event holds 64 KiB (event-store), and each item takes at least 4 bytes. */
const maxItems = 16_384;

/**
 * A list that checks its length before its items. A body can hold half a million invalid items, and checking all would
 * delay every other request.
 * @param most what its service takes, for documents: it names its limit itself
 */
export function list<Item extends z.ZodType>(
  item: Item,
  { most = maxItems }: { readonly most?: number } = {},
) {
  const checked = z
    .array(z.custom<z.input<Item>>())
    .max(maxItems, `must hold at most ${maxItems} items`)
    .pipe(z.array(item));
  return withFacts(checked, { maxItems: most });
}

/** A map with text keys, checked in the same order as `list`. */
export function mapOf<Output, Input>(
  key: z.ZodString,
  value: z.ZodType<Output, Input>,
  { most, what, facts }: { readonly most: number; readonly what: string; readonly facts?: object },
) {
  const entries: z.ZodType<Record<string, Output>, Record<string, Input>> = z.record(key, value);
  const checked = z
    .record(z.string(), z.custom<Input>())
    .refine((map) => Object.keys(map).length <= most, {
      error: `must hold at most ${most} ${what}`,
      abort: true,
    })
    .pipe(entries);
  return withFacts(checked, { maxProperties: most, ...facts });
}
