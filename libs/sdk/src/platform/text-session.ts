import type { Core } from '../client/core.js';
import { queryText } from '../client/routes.js';
import { ConfigurationError } from '../errors/client-errors.js';
import {
  ReconnectingWebSocket,
  type ReconnectingWebSocketOptions,
} from '../sockets/reconnecting-web-socket.js';
import { readTextSessionEvent, type TextSessionEvent } from './text-session-events.js';

export interface TextSessionOptions extends Pick<
  ReconnectingWebSocketOptions,
  | 'initialDelayMs'
  | 'maxDelayMs'
  | 'maxReconnects'
  | 'idleTimeoutMs'
  | 'signal'
  | 'webSocketFactory'
  | 'onStateChange'
> {
  readonly serviceId: string;
  readonly entityId?: string;
  /** To go on with this one. */
  readonly conversationId?: string;
  /** Whether calls of tools are told. */
  readonly toolEvents?: boolean;
}

/** What a subprotocol may be (RFC 6455, a token of RFC 9110). */
const subprotocol = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * A conversation over a WebSocket. It connects again where the connection breaks off, goes on with the same conversation, and
 * repeats the message that was not answered: the service takes it once. Loop over it for what is said; leaving the loop closes it.
 */
export class TextSession implements AsyncIterable<TextSessionEvent> {
  readonly #socket: ReconnectingWebSocket;
  readonly #events = new Queue<TextSessionEvent>();
  readonly #waiting: { readonly text: string; readonly id: string }[] = [];
  #conversationId: string | undefined;
  /** Whether the service takes a message now. */
  #isReady = false;
  #isUnanswered = false;

  /** @throws ConfigurationError where the platform has no WebSocket and none is given */
  constructor(
    core: Core,
    { serviceId, entityId, conversationId, toolEvents, ...options }: TextSessionOptions,
  ) {
    const { settings } = core;
    const { signal = core.options.signal } = options;
    let token = '';
    this.#conversationId = conversationId?.toLowerCase();
    this.#socket = new ReconnectingWebSocket(
      {
        ...options,
        ...(signal && { signal }),
        protocols: async () => {
          token = await settings.tokens.token(signal);
          return subprotocol.test(token) ? ['auth', token] : [];
        },
        url: () => {
          const query = {
            ...{ workspace_id: settings.scope['workspace_id'], service_id: serviceId, entity_id: entityId },
            conversation_id: this.#conversationId,
            tool_events: toolEvents ? true : undefined,
            token: subprotocol.test(token) ? undefined : token,
          };
          return `${socketOrigin(settings.socketBaseUrl)}/agent/text-stream${queryText(query)}`;
        },
        onMessage: (data) => this.#hear(data),
      },
      settings.environment,
    );
    this.#socket.done.then(
      () => this.#events.end(),
      (error: unknown) => this.#events.fail(error),
    );
  }

  /** Undefined until the session has started. */
  get conversationId(): string | undefined {
    return this.#conversationId;
  }

  /** Sent as soon as the answer to the one before is complete. */
  say(text: string): void {
    this.#waiting.push({ text, id: globalThis.crypto.randomUUID() });
    this.#sendNext();
  }

  /** Ends the session: the service says so, and closes it. */
  stop(): void {
    if (!this.#socket.send(JSON.stringify({ type: 'stop' }))) this.close();
  }

  /** Leaves. The conversation stays open, and another session can go on with it. */
  close(): void {
    this.#socket.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<TextSessionEvent, void, undefined> {
    try {
      yield* this.#events;
    } finally {
      this.close();
    }
  }

  #hear(data: unknown): void {
    const event = readTextSessionEvent(data);
    if (event === undefined) return;
    if (event.type === 'session_started') {
      const isResumed = this.#conversationId === event.conversation_id;
      this.#conversationId = event.conversation_id;
      // A new conversation begins with the agent's greeting; one that goes on waits for the user.
      this.#isReady = isResumed;
      this.#isUnanswered = false;
    }
    if (event.type === 'response_complete') {
      if (this.#isUnanswered) this.#waiting.shift();
      this.#isUnanswered = false;
      this.#isReady = true;
    }
    this.#events.push(event);
    this.#sendNext();
  }

  #sendNext(): void {
    const [next] = this.#waiting;
    if (!this.#isReady || next === undefined) return;
    const { text, id: client_message_id } = next;
    if (!this.#socket.send(JSON.stringify({ type: 'message', text, client_message_id }))) return;
    this.#isReady = false;
    this.#isUnanswered = true;
  }
}

/** What was pushed, in its order, once. */
class Queue<Item> implements AsyncIterable<Item> {
  #items: Item[] = [];
  #ended: { readonly error?: unknown } | undefined;
  #wake: () => void = () => undefined;

  push(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#ended ??= {};
    this.#wake();
  }

  fail(error: unknown): void {
    this.#ended ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (;;) {
      const items = this.#items;
      this.#items = [];
      yield* items;
      if (this.#items.length > 0) continue;
      if (this.#ended && 'error' in this.#ended) throw this.#ended.error;
      if (this.#ended) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** @throws ConfigurationError for a path, where no page is that it belongs to */
function socketOrigin(baseUrl: string): string {
  const page = (globalThis as { location?: { readonly href: string } }).location?.href;
  if (!URL.canParse(baseUrl, page))
    throw new ConfigurationError('agentBaseUrl must be an address, as no page is open.');
  const url = new URL(baseUrl, page);
  return `${url.protocol === 'https:' ? 'wss' : 'ws'}://${url.host}${url.pathname.replace(/\/$/, '')}`;
}
