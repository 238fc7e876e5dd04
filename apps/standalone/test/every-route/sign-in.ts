import { demand } from './http-client.js';

export interface ApiKey {
  readonly api_key_id: string;
  readonly api_key: string;
}

export interface SignedIn {
  readonly organization: string;
  readonly userId: string;
  readonly token: string;
}

/** The headers of a sign-in, which has no authorization header. */
export function signInHeaders(key: ApiKey, userId: string): Readonly<Record<string, string>> {
  return { 'x-api-key': key.api_key, 'x-api-key-id': key.api_key_id, 'x-user-id': userId };
}

/** By an API key of the user's organization. */
export async function signIn(
  baseUrl: string,
  key: ApiKey,
  userId: string,
  organization = 'demo',
): Promise<SignedIn> {
  const path = `/v1/${organization}/user/signin_with_api_key`;
  const request = { method: 'POST', path, headers: signInHeaders(key, userId) };
  const { id_token: token } = await demand<{ id_token: string }>(baseUrl, request);
  return { organization, userId, token };
}
