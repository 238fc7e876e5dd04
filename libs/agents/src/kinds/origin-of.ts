import type { JsonValue } from '@svc/kernel';

/** Scheme, host and port of an address: who gets the secrets that are sent there. Null: there is no address. */
export function originOf(address: JsonValue | undefined): string | null {
  return typeof address === 'string' ? (URL.parse(address)?.origin ?? null) : null;
}
