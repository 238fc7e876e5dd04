import { validationError } from '@svc/errors';
import type { z } from 'zod';
import { toFieldErrors } from './validation-issues.js';

/**
 * What a schema makes of a part of a request.
 * @param loc where the part stands: `['body']`
 * @throws DomainError `validation_failed` that names every fault, with locations that begin with `loc`.
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
