import { DomainError } from '@svc/errors';

/** The content of the `authorization` header. */
export interface Credential {
  readonly token: string;
  /** The user part of the Basic form, `<org_id>_<user_id>`. Compare it as a whole, since ids may hold `_`. */
  readonly claimedUser: string | undefined;
}

/** Longer ones are not ours and would only cost a signature check. */
const maxToken = 4_096;

/**
 * Reads `Bearer <JWT>` or `Basic base64(<org_id>_<user_id>:<JWT>)`.
 * @returns undefined without a header. @throws DomainError `unauthenticated`.
 */
export function readCredential(authorization: string | undefined): Credential | undefined {
  if (authorization === undefined) return undefined;
  const blank = authorization.indexOf(' ');
  const scheme = authorization.slice(0, blank).toLowerCase();
  const value = authorization.slice(blank + 1).trim();
  if (value === '' || value.length > 2 * maxToken) throw unreadable();
  if (scheme === 'bearer') return checked(value, undefined);
  if (scheme !== 'basic') throw unreadable();
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.lastIndexOf(':');
  if (colon === -1) throw unreadable();
  return checked(decoded.slice(colon + 1), decoded.slice(0, colon));
}

function checked(token: string, claimedUser: string | undefined): Credential {
  return { token: checkedToken(token), claimedUser };
}

/** @throws DomainError `unauthenticated` if it can't be one of our tokens. */
export function checkedToken(token: string): string {
  if (token === '' || token.length > maxToken) throw unreadable();
  return token;
}

export function signInFirst(): DomainError {
  return new DomainError('unauthenticated', 'Sign in first and send "authorization: Bearer <id_token>".');
}

function unreadable(): DomainError {
  return new DomainError('unauthenticated', 'The authorization header must be "Bearer <id_token>".');
}
