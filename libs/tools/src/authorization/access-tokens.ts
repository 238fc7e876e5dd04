import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import { OutgoingError, type OutgoingAnswer, type OutgoingHttp } from '@svc/outgoing-http';
import { LRUCache } from 'lru-cache';
import type { ClientCredentials } from '../tool/authorization.js';

/** Of one request for a token. It belongs to all who wait for it, so no caller's time or signal ends it. */
const timeoutMs = 10_000;
const maxAnswerBytes = 65_536;
/** Of a token whose answer says nothing. */
const defaultLifetimeMs = 300_000;
const maxLifetimeMs = 24 * 3_600_000;
/** A token is not used in the last part of its life: a tenth, at most 30 s. */
const maxMarginMs = 30_000;

interface AccessToken {
  readonly token: string;
  /** By `now`. */
  readonly usableUntil: number;
}

/** No token. The message is for the model and records: no secret, nothing that the server wrote but its error code. */
export class AccessTokenError extends Error {
  override readonly name = 'AccessTokenError';
}

/** Tokens by client credentials, kept until they expire. Concurrent callers wait for the same request. */
export class AccessTokens {
  readonly #tokens = new LRUCache<string, Promise<AccessToken>>({ max: 1_000 });

  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @throws AccessTokenError */
  async get(credentials: ClientCredentials): Promise<string> {
    const key = keyOf(credentials);
    const known = this.#tokens.get(key);
    const token = known && (await known);
    if (token && this.now() < token.usableUntil) return token.token;
    // Somebody else may have begun while this caller waited.
    const newest = this.#tokens.get(key);
    if (newest !== undefined && newest !== known) return (await newest).token;
    return (await this.#fetch(key, credentials)).token;
  }

  /** A server has refused the token. It is forgotten, unless another one has replaced it already. */
  async forget(credentials: ClientCredentials, refused: string): Promise<void> {
    const key = keyOf(credentials);
    const known = this.#tokens.get(key);
    const token = await known?.catch(() => undefined);
    if (token?.token === refused && this.#tokens.get(key) === known) this.#tokens.delete(key);
  }

  #fetch(key: string, credentials: ClientCredentials): Promise<AccessToken> {
    const fetching = this.#request(credentials);
    this.#tokens.set(key, fetching);
    // The next caller tries again.
    fetching.catch(() => {
      if (this.#tokens.get(key) === fetching) this.#tokens.delete(key);
    });
    return fetching;
  }

  async #request(credentials: ClientCredentials): Promise<AccessToken> {
    const startedAt = this.now();
    const answer = await this.#answer(credentials);
    const body = objectOf(answer.body.toString());
    if (answer.status !== 200) throw new AccessTokenError(describeRefusal(answer.status, body));
    const token = body?.['access_token'];
    const type = body?.['token_type'];
    if (!answer.isComplete || typeof token !== 'string' || !/^[\x21-\x7e]{1,8192}$/.test(token))
      throw new AccessTokenError('The token server sent no access token.');
    if (type !== undefined && (typeof type !== 'string' || type.toLowerCase() !== 'bearer'))
      throw new AccessTokenError('The token server sent a token that is no bearer token.');
    const lifetimeMs = lifetimeOf(body?.['expires_in']);
    return { token, usableUntil: startedAt + lifetimeMs - Math.min(maxMarginMs, lifetimeMs / 10) };
  }

  async #answer(credentials: ClientCredentials): Promise<OutgoingAnswer> {
    const { tokenUrl, clientId, clientSecret, scopes, clientAuthMethod } = credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scopes.length > 0) form.set('scope', scopes.join(' '));
    if (clientAuthMethod === 'body') {
      form.set('client_id', clientId);
      form.set('client_secret', clientSecret);
    }
    const basic = clientAuthMethod === 'basic' && {
      authorization: basicAuthorization(clientId, clientSecret),
    };
    try {
      return await this.outgoing.send({
        method: 'POST',
        url: new URL(tokenUrl),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...basic,
        },
        body: form.toString(),
        timeoutMs,
        maxAnswerBytes,
        isRepeatable: true,
      });
    } catch (error) {
      if (error instanceof OutgoingError)
        throw new AccessTokenError(`The token server can't be reached: ${error.reason}.`);
      throw error;
    }
  }
}

/** RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  const [id, secret] = [clientId, clientSecret].map((part) =>
    new URLSearchParams([['', part]]).toString().slice(1),
  );
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

function keyOf(credentials: ClientCredentials): string {
  return createHash('sha256').update(canonicalJson(credentials)).digest('base64');
}

function lifetimeOf(expiresIn: unknown): number {
  const seconds = typeof expiresIn === 'string' ? Number(expiresIn) : expiresIn;
  if (typeof seconds !== 'number' || !(seconds >= 0)) return defaultLifetimeMs;
  return Math.min(seconds * 1_000, maxLifetimeMs);
}

function describeRefusal(status: number, body: JsonObject | undefined): string {
  const code = body?.['error'];
  const isCode = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code);
  return `The token server answered ${status}${isCode ? ` (${code})` : ''}.`;
}

function objectOf(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
