import type { z } from 'zod';

export interface ConfigReferenceRow {
  readonly key: string;
  /** What the schema's `.describe()` says. */
  readonly description: string;
  readonly required: boolean;
  /** The value that an unset variable gives; `undefined` when there is none. */
  readonly defaultValue: unknown;
}

/** One row for each variable of a schema, in its order: the source of the reference table in the documents. */
export function configReference(schema: z.ZodObject): readonly ConfigReferenceRow[] {
  return Object.entries(schema.shape).map(([key, field]) => {
    const whenUnset = (field as z.ZodType).safeParse(undefined);
    return {
      key,
      description: (field as z.ZodType).description ?? '',
      required: !whenUnset.success,
      defaultValue: whenUnset.success ? whenUnset.data : undefined,
    };
  });
}
