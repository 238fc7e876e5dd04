/** Where a client takes the token that each request carries. */
export interface TokenSource {
  /** Called for each request: for `Authorization: Bearer`. */
  token(signal?: AbortSignal): string | Promise<string>;
  /** The server has answered 401 to this one. Where there can be another, the next call of `token` gets it. */
  refused?(token: string): void;
}

/** A key that is sent as it is. */
export const apiKeySource = (apiKey: string): TokenSource => ({ token: () => apiKey });
