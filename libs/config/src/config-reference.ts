import type { z } from 'zod';

export interface ConfigReferenceRow {
  readonly key: string;
  /** The text of the schema's `.describe()`. */
  readonly description: string;
  readonly required: boolean;
  /** The value of an unset variable; `undefined` if it has no default. */
  readonly defaultValue: unknown;
}

/** One row per variable of a schema, in order: the source of the reference table in the documents. */
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
