import { requestDeclared, type RequestOptions } from './client.js';

/** A client of the Platform surface with one credential, a workspace key or a user's token, as thin as the HTTP below it. */
export class PlatformClient {
  constructor(
    readonly baseUrl: string,
    readonly credential: string,
  ) {}

  /** `path` follows `/v1/`. @throws HttpError for a status of 400 or more. */
  request(method: string, path: string, { headers, ...options }: RequestOptions = {}): Promise<Response> {
    return requestDeclared(this.baseUrl, method, `/v1/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${this.credential}`, ...headers },
    });
  }

  async json<Body = Record<string, unknown>>(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<Body> {
    return (await (await this.request(method, path, options)).json()) as Body;
  }
}
