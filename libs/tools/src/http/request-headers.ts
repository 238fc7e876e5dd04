import type { CallValues } from '../runner/tool-call.js';
import { DefinitionError } from './input-rejection.js';
import { placeValues } from './placed-values.js';

/** They belong to the connection or to the code that sends the request. */
const reserved = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'idempotency-key', 'keep-alive'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

export function isReservedHeader(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

/** A token of RFC 9110, 5.6.2. */
export function isHeaderName(name: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+\-.^_`|~]{1,256}$/.test(name);
}

/**
 * Headers of a definition with their values, by names in small letters.
 * @throws DefinitionError for what is no header; a line break in a value would begin another one
 */
export function requestHeaders(
  headers: Readonly<Record<string, string>>,
  values: CallValues,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name.toLowerCase(),
      headerValue(name, placeValues(text, values)),
    ]),
  );
}

/** @throws DefinitionError */
export function headerValue(name: string, value: string): string {
  if (!isHeaderName(name) || isReservedHeader(name))
    throw new DefinitionError(`The header ${JSON.stringify(name.slice(0, 64))} can't be set.`);
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw new DefinitionError(`The value of the header ${name} has characters that no header may have.`);
  return value;
}
