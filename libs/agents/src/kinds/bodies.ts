import { FieldChecks, validationError } from '@svc/errors';
import { validate } from '@svc/http';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import type { z } from 'zod';
import { unstorableTexts } from '../domain/unstorable-texts.js';
import type { DraftBody } from './definition-kind.js';

/** Bytes of canonical JSON; bodies are read whole. The bounds of their fields keep most far below. */
const maxBodyBytes = 4 * 1024 * 1024;
/** Of canonical JSON: the summary is in each event, beside the body. */
const maxSummaryBytes = 32 * 1024;

/** @throws DomainError `validation_failed` with every fault, at locations from `body` on. */
export function parsed<Schema extends z.ZodType>(schema: Schema, given: JsonObject): z.output<Schema> {
  const unstorable = unstorableTexts(given, ['body']);
  if (unstorable.length > 0) throw validationError(unstorable);
  return validate(schema, given, ['body']);
}

/** A body by its schema alone. @param summarized what lists read of it */
export function bodyBy<Schema extends z.ZodType>(
  schema: Schema,
  summarized?: (body: z.output<Schema>) => JsonObject,
): (given: JsonObject) => DraftBody {
  return (given) => {
    const body = parsed(schema, given);
    return { body: body as JsonObject, summary: summarized?.(body) ?? {} };
  };
}

/** Definitions that are only named. */
export const noBody = (): DraftBody => ({ body: {}, summary: {} });

/** The canonical JSON of a body that can be stored. @throws DomainError `validation_failed`: too large */
export function storableBody({ body, summary }: DraftBody): string {
  const json = canonicalJson(body);
  new FieldChecks()
    .atMostBytes(['body'], Buffer.byteLength(json), maxBodyBytes)
    .atMostBytes(['body'], Buffer.byteLength(canonicalJson(summary)), maxSummaryBytes)
    .verify();
  return json;
}
