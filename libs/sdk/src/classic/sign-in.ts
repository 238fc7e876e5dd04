import { parsedBody } from '../client/core.js';
import type { TokenSource } from '../client/token-source.js';
import { ParseError } from '../errors/client-errors.js';
import type { Environment } from '../transport/environment.js';
import { send, type RequestOptions } from '../transport/transport.js';

export interface ApiKeySignIn {
  readonly baseUrl: string;
  readonly org: string;
  readonly apiKey: string;
  readonly apiKeyId: string;
  /** Whom the tokens are of. */
  readonly userId: string;
}

interface SignedIn {
  readonly token: string;
  /** By the clock of this machine. */
  readonly renewAtMs: number;
}

const schemaPath = '/v1/{org}/user/signin_with_api_key';
/** Tokens are renewed so long before they expire, or when half of a shorter life is over. */
const marginMs = 5 * 60_000;

/** Signs a user in with an API key, and again before the token expires: once, however many requests wait for it. */
export class ApiKeySignInSource implements TokenSource {
  #current: SignedIn | undefined;
  #pending: Promise<SignedIn> | undefined;

  constructor(
    private readonly key: ApiKeySignIn,
    private readonly options: RequestOptions,
    private readonly environment: Environment,
  ) {}

  async token(signal?: AbortSignal): Promise<string> {
    if (this.#current && this.environment.now() < this.#current.renewAtMs) return this.#current.token;
    this.#pending ??= this.#signIn().finally(() => (this.#pending = undefined));
    const { token } = await untilAborted(this.#pending, signal);
    return token;
  }

  refused(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  /** Not aborted with the request that began it: others may wait for it. */
  async #signIn(): Promise<SignedIn> {
    const { baseUrl, org, apiKey, apiKeyId, userId } = this.key;
    const url = `${baseUrl}${schemaPath.replace('{org}', encodeURIComponent(org))}`;
    const headers = { 'x-api-key': apiKey, 'x-api-key-id': apiKeyId, 'x-user-id': userId };
    const { signal: _own, ...options } = this.options;
    const received = await send({ method: 'POST', url, schemaPath, headers }, options, this.environment);
    this.#current = this.#signedIn(parsedBody(received), received.response);
    return this.#current;
  }

  #signedIn(body: unknown, { headers, status }: Response): SignedIn {
    const { id_token: token, expires_at } = (body ?? {}) as { id_token?: unknown; expires_at?: unknown };
    const expiresAtMs = Date.parse(String(expires_at));
    if (typeof token !== 'string' || Number.isNaN(expiresAtMs))
      // Its body may hold a token.
      throw new ParseError('The response of the sign-in has no token.', '', { statusCode: status });
    const now = this.environment.now();
    // By the clock of the server, as ours may be wrong.
    const life = expiresAtMs - (Date.parse(headers.get('date') ?? '') || now);
    return { token, renewAtMs: now + Math.max(life - marginMs, life / 2) };
  }
}

/** The promise goes on when the signal is aborted; only the wait for it ends. */
async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  let stop: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
