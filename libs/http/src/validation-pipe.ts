import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { validationError } from '@svc/errors';
import { z } from 'zod';
import { toFieldErrors } from './validation-issues.js';

/** First element of `loc`, by the decorator that the value came through. */
const parts: Readonly<Record<string, string>> = { body: 'body', query: 'query', param: 'path' };

/**
 * Checks what comes through `@Body({ schema })`, `@Query({ schema })` and `@Param({ schema })` (schemas of zod) and hands
 * on the checked value. A single parameter (`@Param('id', { schema })`) is named in `loc`.
 * @throws DomainError `validation_failed` that names every fault.
 */
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, schema, data }: ArgumentMetadata): unknown {
    if (!(schema instanceof z.ZodType)) return value;
    const part = parts[type] ?? type;
    return validate(schema, value, data === undefined ? [part] : [part, data]);
  }
}

/** @throws DomainError `validation_failed`, with locations that begin with `loc`. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  loc: readonly string[],
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw validationError(toFieldErrors(result.error.issues, loc));
}
