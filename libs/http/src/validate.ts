import { validationError } from '@svc/errors';
import type { z } from 'zod';
import { toFieldErrors } from './validation-issues.js';

/**
 * Parses a part of a request by a schema.
 * @param loc the location of the part: `['body']`
 * @throws DomainError `validation_failed` with every violation, at locations that begin with `loc`.
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  loc: readonly string[],
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(toFieldErrors(result.error.issues, loc));
}
