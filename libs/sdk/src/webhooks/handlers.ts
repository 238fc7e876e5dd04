import { chunksOf } from '../streams/chunks.js';
import { defaultMaxBytes, webhookReceiver, type WebhookReceiverOptions } from './receive-webhook.js';

const plain = { 'content-type': 'text/plain; charset=utf-8' };
const tooLarge = 'too large';
const parsedAlready =
  'The body was parsed before the webhook could be verified: leave it to the handler, or parse it as bytes.';

/** For what takes a Request and gives a Response: Deno, Bun, edge runtimes, Next.js, Hono. */
export function fetchWebhookHandler(
  options: WebhookReceiverOptions,
): (request: Request) => Promise<Response> {
  const receive = webhookReceiver(options);
  const { maxBytes = defaultMaxBytes } = options;
  return async (request) => {
    if (request.method !== 'POST')
      return new Response('POST only', { status: 405, headers: { ...plain, allow: 'POST' } });
    const payload = await bytesOf(chunksOf(request.body), Object.fromEntries(request.headers), maxBytes);
    if (payload === undefined) return new Response(tooLarge, { status: 413, headers: plain });
    const { status, body } = await receive({
      payload,
      header: (name) => request.headers.get(name) ?? undefined,
    });
    return new Response(body, { status, headers: plain });
  };
}

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request of `node:http`, and so of Express. */
export interface NodeRequestLike extends AsyncIterable<Uint8Array | string> {
  readonly method?: string | undefined;
  readonly headers: NodeHeaders;
  readonly body?: unknown;
}
export interface NodeResponseLike {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** For Express, with or without `express.raw` before it, and for `node:http` alone. */
export function expressWebhookHandler(
  options: WebhookReceiverOptions,
): (request: NodeRequestLike, response: NodeResponseLike) => Promise<void> {
  const receive = webhookReceiver(options);
  const { maxBytes = defaultMaxBytes } = options;
  return async (request, response) => {
    const answer = (status: number, body: string) => {
      response.statusCode = status;
      response.setHeader('content-type', plain['content-type']);
      response.end(body);
    };
    const { body } = request;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    if (!isRaw && body !== undefined) {
      options.onError?.(new TypeError(parsedAlready));
      return answer(500, 'not handled');
    }
    const payload = isRaw ? body : await bytesOf(request, request.headers, maxBytes);
    if (payload === undefined || payload.length > maxBytes) return answer(413, tooLarge);
    const received = await receive({ payload, header: (name) => single(request.headers[name]) });
    answer(received.status, received.body);
  };
}

/** What is needed of Fastify. */
export interface FastifyRequestLike {
  readonly headers: NodeHeaders;
  readonly body: unknown;
}
export interface FastifyReplyLike {
  code(status: number): { type(contentType: string): { send(body: string): unknown } };
}
export interface FastifyLike {
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequestLike, payload: NodeRequestLike) => Promise<unknown>,
  ): unknown;
  post(
    path: string,
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown;
}

/**
 * A plugin for Fastify: `app.register(fastifyWebhooks({ path: '/webhooks', … }))`. Its parser of JSON, which leaves the bytes as
 * they came, is that of the plugin's routes alone.
 */
export function fastifyWebhooks({
  path,
  ...options
}: WebhookReceiverOptions & { readonly path: string }): (app: FastifyLike) => Promise<void> {
  const receive = webhookReceiver(options);
  const { maxBytes = defaultMaxBytes } = options;
  return (app) => {
    app.addContentTypeParser(
      'application/json',
      async (request, payload) => (await bytesOf(payload, request.headers, maxBytes)) ?? tooLarge,
    );
    app.post(path, async (request, reply) => {
      const answer = (status: number, body: string) =>
        reply.code(status).type(plain['content-type']).send(body);
      if (request.body === tooLarge) return answer(413, tooLarge);
      const payload = request.body instanceof Uint8Array ? request.body : '';
      const { status, body } = await receive({ payload, header: (name) => single(request.headers[name]) });
      return answer(status, body);
    });
    return Promise.resolve();
  };
}

const single = (value: string | readonly string[] | undefined) =>
  typeof value === 'string' ? value : value?.join(',');

/** @returns undefined: there are more than that, or they broke off */
async function bytesOf(
  chunks: AsyncIterable<Uint8Array | string>,
  headers: NodeHeaders,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  // Before anything is read: to leave a body ends its connection, and the answer with it.
  if (Number(headers['content-length'] ?? 0) > maxBytes) return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      const piece = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      size += piece.length;
      if (size > maxBytes) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
