import { z } from 'zod';

/** More could not be stored: an event holds 64 KiB (event-store), of which each item takes 4 bytes at least. */
const maxItems = 16_384;

/**
 * A list whose length is judged before its items are: a body can hold half a million broken ones, and to look at them
 * all would hold up every other request.
 */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(z.custom<z.input<Item>>())
    .max(maxItems, `must hold at most ${maxItems} items`)
    .pipe(z.array(item));
}

/** A map from texts, judged in the same order as `list`. */
export function mapOf<Output, Input>(
  key: z.ZodString,
  value: z.ZodType<Output, Input>,
  { most, what }: { readonly most: number; readonly what: string },
) {
  const entries: z.ZodType<Record<string, Output>, Record<string, Input>> = z.record(key, value);
  return z
    .record(z.string(), z.custom<Input>())
    .refine((map) => Object.keys(map).length <= most, {
      error: `must hold at most ${most} ${what}`,
      abort: true,
    })
    .pipe(entries);
}
