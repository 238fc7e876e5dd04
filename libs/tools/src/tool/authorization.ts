/** How a server knows us. Holds secrets, opened just for a call. */
export type Authorization =
  | {
      readonly type: 'static_header';
      readonly headerName: string;
      readonly secret: string;
    }
  | ClientCredentials;

/** OAuth 2.0 client credentials (RFC 6749, 4.4). */
export interface ClientCredentials {
  readonly type: 'oauth2_client_credentials';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** How the client shows its secret: HTTP Basic, or fields of the body (RFC 6749, 2.3.1). */
  readonly clientAuthMethod: 'basic' | 'body';
}
