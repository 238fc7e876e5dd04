import type { z } from 'zod';

/** The dotted paths of what a schema refuses. */
export function toFieldErrors(schema: z.ZodType, value: unknown): readonly string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}
