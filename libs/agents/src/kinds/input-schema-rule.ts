import { validationError } from '@svc/errors';
import type { JsonObject } from '@svc/kernel';
import { refusalOfInputSchema } from '@svc/tools';

/** The schema of a tool's input has to be one that the runner can check inputs by. @throws DomainError `validation_failed` */
export function requireInputSchema(schema: Readonly<Record<string, unknown>>): void {
  const refusal = refusalOfInputSchema(schema as JsonObject);
  if (refusal === undefined) return;
  const place = refusal.at.split('/').slice(1);
  throw validationError([
    { loc: ['body', 'input_schema', ...place], msg: refusal.reason, type: 'value_error' },
  ]);
}
