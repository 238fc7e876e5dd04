import { assertDeclared, routeAt } from './declared-routes.js';
import { readStreamEvents, type StreamEvent } from './stream-events.js';

/** The one body of all errors. */
export interface ErrorBody {
  readonly message: string;
  readonly detail: unknown;
  readonly error_code: string;
  readonly code: string;
  readonly request_id: string;
  readonly errors?: Readonly<Record<string, string>>;
}

/** An answer with a status of 400 or more. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly status: number,
    readonly body: ErrorBody,
    readonly headers: Headers,
  ) {
    super(`${status} ${JSON.stringify(body)}`);
  }
}

export interface Page {
  readonly has_more: boolean;
  readonly continuation_token: number | null;
}

export interface MessageRecord {
  readonly id: string;
  readonly interaction_id: string;
  readonly created_at: string;
  readonly sender: string;
  readonly message: string;
  readonly format: 'text' | 'voice';
  readonly message_type: 'user-message' | 'agent-message' | 'agent-inner-thought' | 'external-event';
}

export interface ConversationRecord {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: string;
  readonly is_finished: boolean;
  readonly is_analyzed: boolean;
  readonly completed_post_processings: readonly string[];
  readonly final_message: string;
  readonly service_id: string;
  readonly version_set_info: unknown;
  readonly num_messages: number;
  readonly tags: Readonly<Record<string, string | null>>;
}

export interface ServiceRecord {
  readonly id: string;
  readonly name: string;
  readonly is_active: boolean;
  readonly agent_id: string;
  readonly [key: string]: unknown;
}

type QueryValue = string | number | boolean;
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

export interface RequestOptions {
  readonly query?: Query;
  /** An object goes as JSON, a form as multipart, text as it is. */
  readonly body?: object | FormData | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborting it closes the connection. */
  readonly signal?: AbortSignal;
}

export interface ConversationOptions {
  readonly versionSet?: string;
  readonly initialMessage?: string;
  readonly initialMessageType?: 'user-message' | 'external-event';
  readonly tags?: Readonly<Record<string, string | null>>;
  /** Regular expression; `^$` silences the events about the agent's actions. */
  readonly actionTypes?: string;
  readonly signal?: AbortSignal;
}

export interface InteractOptions {
  /** Default `user-message`. */
  readonly type?: 'user-message' | 'external-event' | 'skip';
  /** As a file part, as Python's client sends it, instead of a form field. */
  readonly asFile?: boolean;
  readonly actionTypes?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * A client of the Classic surface for one organization, as thin as the HTTP below it. It compares every answer with what
 * the route declares, and throws an ordinary error when they differ.
 */
export class ClassicClient {
  /** Bearer token of the last sign-in. */
  token: string | undefined;
  /** The organization that issued the token, where its user enters another: sent as `X-ORG-ID`. */
  home: string | undefined;

  constructor(
    readonly baseUrl: string,
    readonly organization: string,
  ) {}

  /** Later requests carry the token. */
  async signIn(key: {
    readonly api_key_id: string;
    readonly api_key: string;
    readonly user_id: string;
  }): Promise<{ readonly id_token: string; readonly expires_at: string }> {
    const headers = { 'x-api-key-id': key.api_key_id, 'x-api-key': key.api_key, 'x-user-id': key.user_id };
    const answer = await this.json<{ id_token: string; expires_at: string }>(
      'POST',
      'user/signin_with_api_key',
      {
        headers,
      },
    );
    this.token = answer.id_token;
    return answer;
  }

  /** @throws HttpError before the stream begins. */
  createConversation(
    serviceId: string,
    options: ConversationOptions = {},
  ): AsyncGenerator<StreamEvent, void> {
    return this.stream('conversation/', {
      query: { response_format: 'text', current_agent_action_type: options.actionTypes },
      body: {
        service_id: serviceId,
        ...(options.versionSet && { service_version_set_name: options.versionSet }),
        ...(options.initialMessage && {
          initial_message: options.initialMessage,
          initial_message_type: options.initialMessageType ?? 'user-message',
        }),
        ...(options.tags && { tags: options.tags }),
      },
      signal: options.signal,
    });
  }

  /** @throws HttpError before the stream begins. */
  interact(
    conversationId: string,
    message: string,
    options: InteractOptions = {},
  ): AsyncGenerator<StreamEvent, void> {
    const form = new FormData();
    form.append('initial_message_type', options.type ?? 'user-message');
    if (options.asFile)
      form.append('recorded_message', new Blob([message], { type: 'text/plain' }), 'message.txt');
    else form.append('recorded_message', message);
    return this.stream(`conversation/${conversationId}/interact`, {
      query: {
        request_format: 'text',
        response_format: 'text',
        current_agent_action_type: options.actionTypes,
      },
      body: form,
      headers: options.headers,
      signal: options.signal,
    });
  }

  async finish(conversationId: string): Promise<void> {
    const response = await this.request('POST', `conversation/${conversationId}/finish/`);
    await response.arrayBuffer();
  }

  /** One page. */
  messages(
    conversationId: string,
    query: Query = {},
  ): Promise<Page & { readonly messages: readonly MessageRecord[] }> {
    return this.json('GET', `conversation/${conversationId}/messages/`, { query });
  }

  /** One page. */
  conversations(
    query: Query = {},
  ): Promise<Page & { readonly conversations: readonly ConversationRecord[] }> {
    return this.json('GET', 'conversation/', { query });
  }

  /** One page. */
  services(query: Query = {}): Promise<Page & { readonly services: readonly ServiceRecord[] }> {
    return this.json('GET', 'service/', { query });
  }

  /** The lines of an answer in NDJSON, as they come. */
  async *stream(path: string, options: RequestOptions): AsyncGenerator<StreamEvent, void, undefined> {
    const response = await this.request('POST', path, options);
    if (!response.body) return;
    const route = routeAt('POST', this.#pathOf(path));
    for await (const event of readStreamEvents(response.body)) {
      if (route) assertDeclared(route, response.status, event);
      yield event;
    }
  }

  async json<Body>(method: string, path: string, options: RequestOptions = {}): Promise<Body> {
    return (await (await this.request(method, path, options)).json()) as Body;
  }

  /** `path` follows `/v1/{organization}/`. @throws HttpError for a status of 400 or more. */
  request(method: string, path: string, { headers, ...options }: RequestOptions = {}): Promise<Response> {
    return requestDeclared(this.baseUrl, method, this.#pathOf(path), {
      ...options,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(this.home !== undefined && { 'x-org-id': this.home }),
        ...headers,
      },
    });
  }

  #pathOf(path: string): string {
    return `/v1/${this.organization}/${path}`;
  }
}

/**
 * One request. Its response is compared with what its route declares.
 * @param path from `/v1/` on. @throws HttpError for a status of 400 or more; an ordinary error where the answer is not as declared.
 */
export async function requestDeclared(
  baseUrl: string,
  method: string,
  path: string,
  { query, body, headers, signal }: RequestOptions,
): Promise<Response> {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value ?? []].flat()) url.searchParams.append(name, String(one));
  }
  const sendsJson = typeof body === 'object' && !(body instanceof FormData);
  const response = await fetch(url, {
    method,
    headers: { ...(sendsJson && { 'content-type': 'application/json' }), ...headers },
    body: sendsJson ? JSON.stringify(body) : body,
    signal,
  });
  const route = routeAt(method, path);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answered: unknown = isJson ? await response.clone().json() : undefined;
  if (route) assertDeclared(route, response.status, answered);
  if (response.status < 400) return response;
  throw new HttpError(response.status, answered as ErrorBody, response.headers);
}
