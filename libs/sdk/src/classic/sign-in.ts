import { parsedBody } from '../client/core.js';
import { ParseError } from '../errors/client-errors.js';
import { TokenManager } from '../tokens/token-manager.js';
import type { StoredToken } from '../tokens/token-storage.js';
import { platformEnvironment, type Environment } from '../transport/environment.js';
import { send, type RequestOptions } from '../transport/transport.js';

export interface ApiKeySignIn {
  readonly baseUrl: string;
  readonly org: string;
  readonly apiKey: string;
  readonly apiKeyId: string;
  /** Whom the tokens are of. */
  readonly userId: string;
}

const schemaPath = '/v1/{org}/user/signin_with_api_key';

/** Signs a user in with an API key, and again five minutes before the token expires. */
export function apiKeySignInSource(
  key: ApiKeySignIn,
  options: RequestOptions,
  environment: Environment,
): TokenManager {
  // Not aborted with the request that began it: others may wait for it.
  const { signal: _own, ...others } = options;
  return new TokenManager({
    renew: () => signIn(key, others, environment),
    earlyMs: 5 * 60_000,
    now: environment.now,
  });
}

/**
 * Signs a user in with an API key, once: for a TokenManager, which keeps the token.
 * @throws AuthenticationError where the key is refused, and as any request
 */
export function signInWithApiKey(key: ApiKeySignIn, options: RequestOptions = {}): Promise<StoredToken> {
  return signIn(key, options, platformEnvironment);
}

async function signIn(
  { baseUrl, org, apiKey, apiKeyId, userId }: ApiKeySignIn,
  options: RequestOptions,
  environment: Environment,
): Promise<StoredToken> {
  const url = `${baseUrl}${schemaPath.replace('{org}', encodeURIComponent(org))}`;
  const headers = { 'x-api-key': apiKey, 'x-api-key-id': apiKeyId, 'x-user-id': userId };
  const received = await send({ method: 'POST', url, schemaPath, headers }, options, environment);
  const body = (parsedBody(received) ?? {}) as { id_token?: unknown; expires_at?: unknown };
  const expiresAtMs = Date.parse(String(body.expires_at));
  if (typeof body.id_token !== 'string' || Number.isNaN(expiresAtMs))
    // Its body may hold a token.
    throw new ParseError('The response of the sign-in has no token.', '', {
      statusCode: received.response.status,
    });
  const nowMs = environment.now();
  // How long it is good is counted by the clock of the server, as ours may be wrong.
  const serverNowMs = Date.parse(received.response.headers.get('date') ?? '') || nowMs;
  return { token: body.id_token, expiresAtMs: nowMs + expiresAtMs - serverNowMs };
}
