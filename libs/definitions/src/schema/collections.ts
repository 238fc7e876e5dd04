import { z } from 'zod';

/** A list that checks its length before its items: a body can hold half a million that break a rule. */
export function listOf<Item extends z.ZodType>(item: Item, { most }: { readonly most: number }) {
  return z
    .array(z.custom<z.input<Item>>())
    .max(most, `must hold at most ${most} items`)
    .pipe(z.array(item))
    .meta({ maxItems: most });
}

export interface MapBounds {
  readonly most: number;
  /** What the entries are, for the error. */
  readonly what: string;
}

/** A map that checks its size before its entries. */
export function mapOf<Output, Input>(
  key: z.ZodString,
  value: z.ZodType<Output, Input>,
  { most, what }: MapBounds,
) {
  const entries: z.ZodType<Record<string, Output>, Record<string, Input>> = z.record(key, value);
  return z
    .record(z.string(), z.custom<Input>())
    .refine((map) => Object.keys(map).length <= most, {
      error: `must hold at most ${most} ${what}`,
      abort: true,
    })
    .pipe(entries)
    .meta({ maxProperties: most });
}

/** Any JSON object. The size of a body bounds it. */
export const anyObject = z.record(z.string(), z.unknown());

/** Any JSON object with a bounded number of keys of its own. */
export function objectOfAtMost(most: number) {
  return anyObject
    .refine((value) => Object.keys(value).length <= most, `must hold at most ${most} properties`)
    .meta({ maxProperties: most });
}
