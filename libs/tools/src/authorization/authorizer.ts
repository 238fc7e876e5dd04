import type { Redaction } from '../runner/redaction.js';
import { basicAuthorization, type AccessTokens } from './access-tokens.js';
import type { Authorization } from '../tool/authorization.js';

/** The headers of one authorization, for the requests of one call. */
export class Authorizer {
  #token: string | undefined;
  #hasRenewed = false;

  constructor(
    private readonly authorization: Authorization | null,
    private readonly tokens: AccessTokens,
    private readonly redaction: Redaction,
  ) {
    if (authorization?.type === 'static_header') redaction.add(authorization.secret);
    if (authorization?.type === 'oauth2_client_credentials') {
      redaction.add(authorization.clientSecret);
      const { clientId, clientSecret } = authorization;
      redaction.add(basicAuthorization(clientId, clientSecret).slice('Basic '.length));
    }
  }

  /** @throws AccessTokenError */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const { authorization } = this;
    if (authorization === null) return {};
    if (authorization.type === 'static_header') return { [authorization.headerName]: authorization.secret };
    const token = await this.tokens.get(authorization);
    this.#token = token;
    this.redaction.add(token);
    return { authorization: `Bearer ${token}` };
  }

  /**
   * After a 401: whether a new token may help, which is so once in a call. A server that answers 401 has not done what was
   * asked, so the request can be sent again whatever it does.
   */
  async canRenew(status: number): Promise<boolean> {
    const { authorization } = this;
    if (status !== 401 || this.#hasRenewed || authorization?.type !== 'oauth2_client_credentials')
      return false;
    this.#hasRenewed = true;
    if (this.#token !== undefined) await this.tokens.forget(authorization, this.#token);
    return true;
  }
}
