import { isAuthenticationError } from '../errors/guards.js';
import { ConfigurationError, ParseError } from '../errors/client-errors.js';
import type { Environment } from '../transport/environment.js';
import type { HeaderValues } from '../transport/headers.js';
import { retryPolicyOf } from '../transport/retry.js';
import { send, type OutgoingRequest, type Received, type RequestOptions } from '../transport/transport.js';
import { mergedOptions } from './options.js';
import { filledPath, queryText } from './routes.js';
import type { TokenSource } from './token-source.js';

export interface CoreSettings {
  /** Without a slash at its end. Relative ones are those of the page. */
  readonly baseUrl: string;
  /** The same, of sockets. */
  readonly socketBaseUrl: string;
  /** For the placeholders that the client fills in. */
  readonly scope: Readonly<Record<string, string>>;
  readonly tokens: TokenSource;
  readonly environment: Environment;
}

/** The values of one call. */
export interface CallInput {
  /** For the placeholders of the path; those of the client win. */
  readonly ids?: Readonly<Record<string, string | number>>;
  readonly query?: object | undefined;
  /** JSON; but a form goes as it is. */
  readonly body?: unknown;
  readonly headers?: HeaderValues;
  readonly isStream?: boolean;
}

/** What all resources of a client send their requests with. */
export class Core {
  constructor(
    readonly settings: CoreSettings,
    readonly options: RequestOptions = {},
  ) {
    retryPolicyOf(options.retry, options.maxRetries);
  }

  withOptions(options: RequestOptions): Core {
    return new Core(this.settings, mergedOptions(this.options, options));
  }

  /** @param path with its placeholders */
  urlOf(path: string, { ids, query }: CallInput = {}): string {
    return `${this.settings.baseUrl}${filledPath(path, { ...ids, ...this.settings.scope })}${queryText(query)}`;
  }

  async request(
    method: string,
    path: string,
    input: CallInput = {},
    options?: RequestOptions,
  ): Promise<Received> {
    const merged = mergedOptions(this.options, options);
    const url = this.urlOf(path, input);
    const { isStream = false } = input;
    const token = await this.settings.tokens.token(merged.signal);
    const { body, contentType } = encodedBody(input.body);
    const headers = [
      ...(contentType === undefined ? [] : [['content-type', contentType] as const]),
      ...Object.entries(input.headers ?? {}),
      ['authorization', `Bearer ${token}`] as const,
    ];
    const request: OutgoingRequest = { method, url, schemaPath: path, headers, body, isStream };
    try {
      return await send(request, merged, this.settings.environment);
    } catch (error) {
      if (isAuthenticationError(error)) this.settings.tokens.refused?.(token);
      throw error;
    }
  }
}

/** @throws ParseError where the body of a success is no JSON, or missing */
export function parsedBody({ response, text }: Received): unknown {
  if (response.status === 204 || response.status === 205) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const what = text === '' ? 'The response has no body.' : 'The body of the response is no JSON.';
    const requestId = response.headers.get('x-request-id') ?? undefined;
    throw new ParseError(what, text, { statusCode: response.status, requestId, cause });
  }
}

function encodedBody(body: unknown): {
  readonly body: NonNullable<RequestInit['body']> | undefined;
  readonly contentType?: string;
} {
  if (body === undefined) return { body: undefined };
  if (body instanceof FormData) return { body };
  return { body: JSON.stringify(body), contentType: 'application/json' };
}

/** @throws ConfigurationError where a setting is missing */
export function requireSetting(name: string, value: unknown): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new ConfigurationError(`A client needs ${name}.`);
}

/** @throws ConfigurationError for what is neither an HTTP address nor a path of the page's own server */
export function requireBaseUrl(baseUrl: unknown): string {
  const text = requireSetting('baseUrl', baseUrl).replace(/\/$/, '');
  const isAddress = /^https?:\/\/[^/?#]+(\/[^?#]*)?$/i.test(text) && URL.canParse(text);
  if (!isAddress && !/^(\/[^?#]*)?$/.test(text))
    throw new ConfigurationError('baseUrl must begin with http:// or https://, or be a path such as /api.');
  return text;
}
