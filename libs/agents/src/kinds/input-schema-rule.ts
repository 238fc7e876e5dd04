import { validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { compileInputSchema } from '@svc/tools';

/** The schema of a tool's input has to be one that the runner can check inputs by. @throws DomainError `validation_failed` */
export function requireInputSchema(schema: Readonly<Record<string, unknown>>): void {
  const check = compileInputSchema(schema as JsonObject);
  if (typeof check === 'function') return;
  const place = check.at.split('/').slice(1);
  throw validationError([
    { loc: ['body', 'input_schema', ...place], msg: check.reason, type: 'value_error' },
  ]);
}
