import { DomainError, FieldChecks, validationError } from '@svc/errors';
import { isStorableText, isTenantId, type JsonObject, type TenantId } from '@svc/kernel';

/** For requests from our other services. @throws DomainError `invalid_request` */
export function requireTenant(tenantId: string): TenantId {
  if (isTenantId(tenantId) && isStorableText(tenantId)) return tenantId;
  throw new DomainError('invalid_request', 'The request names no tenant.');
}

/** @throws DomainError `validation_failed` when the text is not JSON. */
export function parseJson(text: string, loc: readonly string[] = ['body']): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const msg = `must be JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw validationError([{ loc, msg, type: 'json_invalid' }]);
  }
}

/**
 * @param maxCharacters longer text is not parsed, since its nesting depth is unknown
 * @throws DomainError `validation_failed` when the text is not a JSON object.
 */
export function parseJsonObject(text: string, loc: readonly string[], maxCharacters: number): JsonObject {
  new FieldChecks().atMostBytes(loc, text.length, maxCharacters).verify();
  const value = parseJson(text, loc);
  if (isJsonObject(value)) return value;
  throw validationError([{ loc, msg: 'must be a JSON object', type: 'dict_type' }]);
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
