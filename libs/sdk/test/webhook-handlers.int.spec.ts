import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import {
  expressWebhookHandler,
  fastifyWebhooks,
  fetchWebhookHandler,
  MemoryDeduplicationStore,
  type WebhookEvent,
  type WebhookReceiverOptions,
} from '../src/index.js';

const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const path = '/webhooks';

/** Something that listens, and its end. */
interface Listening {
  readonly origin: string;
  readonly stop: () => Promise<unknown>;
}
const ofNode = async (server: ReturnType<typeof createServer>): Promise<Listening> => {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => once(server.close(), 'close') };
};

/** Each way to take webhooks, as its users write it. */
const frameworks: readonly [string, (options: WebhookReceiverOptions) => Promise<Listening>][] = [
  ['Express', (options) => ofNode(createServer(express().post(path, expressWebhookHandler(options))))],
  [
    'Express that parses bytes',
    (options) =>
      ofNode(
        createServer(
          express()
            .use(express.raw({ type: '*/*' }))
            .post(path, expressWebhookHandler(options)),
        ),
      ),
  ],
  [
    'node:http',
    (options) => {
      const handle = expressWebhookHandler(options);
      return ofNode(createServer((request, response) => void handle(request, response)));
    },
  ],
  [
    'Fastify',
    async (options) => {
      const app = fastify();
      // What else the application takes is parsed as before.
      app.post('/other', (request) => request.body);
      await app.register(fastifyWebhooks({ path, ...options }));
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      return { origin, stop: () => app.close() };
    },
  ],
  [
    'Fetch',
    (options) => {
      const handle = fetchWebhookHandler(options);
      const server = createServer((request, response) => {
        const init = { method: 'POST', headers: request.headers as Record<string, string>, duplex: 'half' };
        const body = request as unknown as ReadableStream;
        void handle(new Request('http://localhost/', { ...init, body } as RequestInit)).then(async (answer) =>
          response.writeHead(answer.status).end(await answer.text()),
        );
      });
      return ofNode(server);
    },
  ],
];

const eventOf = (key: string) => ({ type: 'conversation-created', idempotent_key: key, data: { text: 'ü' } });
const signed = (body: string, key: string, atMs = Date.now()) => {
  const timestamp = `${atMs}000`;
  const signature = createHmac('sha256', secret).update(`v1:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'x-svc-request-signature': signature,
    'x-svc-request-timestamp': timestamp,
    'x-svc-idempotent-key': key,
  };
};

describe.each(frameworks)('a receiver of webhooks on %s', (_name, listen) => {
  let listening: Listening;
  let handled: WebhookEvent[];
  let errors: unknown[];
  let onEvent: WebhookReceiverOptions['onEvent'];
  beforeAll(async () => {
    listening = await listen({
      secret: () => Promise.resolve(secret),
      onEvent: (event) => onEvent(event),
      onError: (error) => void errors.push(error),
      maxBytes: 1_000,
    });
  });
  afterAll(() => listening.stop());
  beforeEach(() => {
    [handled, errors] = [[], []];
    onEvent = (event) => void handled.push(event);
  });
  const post = async (body: string, headers: Record<string, string>) => {
    const response = await fetch(listening.origin + path, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
  const deliver = (key: string) => {
    const body = JSON.stringify(eventOf(key));
    return post(body, signed(body, key));
  };

  it('given the same event twice, then it is handled once and acknowledged twice', async () => {
    const key = randomUUID();
    expect(await deliver(key)).toEqual({ status: 200, text: 'handled' });
    expect(await deliver(key)).toEqual({ status: 200, text: 'duplicate' });
    expect(handled).toEqual([eventOf(key)]);
  });

  it('given one that could not be handled, then it may come again', async () => {
    const key = randomUUID();
    onEvent = () => Promise.reject(new Error('the database is away'));
    expect(await deliver(key)).toEqual({ status: 500, text: 'not handled' });
    expect(errors).toEqual([new Error('the database is away')]);
    onEvent = (event) => void handled.push(event);
    expect(await deliver(key)).toEqual({ status: 200, text: 'handled' });
  });

  it('given a repetition of one that is being handled, then it is not acknowledged', async () => {
    const key = randomUUID();
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((begin) => {
      onEvent = () => {
        begin();
        return new Promise((resolve) => (finish = resolve));
      };
    });
    const first = deliver(key);
    await begun;
    expect(await deliver(key)).toEqual({ status: 409, text: 'busy' });
    finish();
    expect(await first).toEqual({ status: 200, text: 'handled' });
  });

  it.each([
    ['another body', (body: string, key: string) => post(`${body} `, signed(body, key))],
    ['another key in the header', (body: string) => post(body, signed(body, 'other'))],
    ['an old one', (body: string, key: string) => post(body, signed(body, key, Date.now() - 400_000))],
    ['no signature', (body: string) => post(body, { 'content-type': 'application/json' })],
    ['no JSON', (_body: string, key: string) => post('{', signed('{', key))],
    ['nothing', (_body: string, key: string) => post('', signed('x', key))],
  ])('given %s, then it is refused and nothing is handled', async (_what, send) => {
    const key = randomUUID();
    expect(await send(JSON.stringify(eventOf(key)), key)).toEqual({ status: 401, text: 'not verified' });
    expect([handled, errors.length]).toEqual([[], 1]);
    // It has claimed nothing.
    expect((await deliver(key)).status).toBe(200);
  });

  it('given too much, then it is not read', async () => {
    const body = JSON.stringify({ ...eventOf('k'), padding: 'x'.repeat(1_000) });
    expect((await post(body, signed(body, 'k'))).status).toBe(413);
    expect(handled).toEqual([]);
  });
});

describe.each(frameworks)('a receiver on %s of a body without a length', (_name, listen) => {
  it('given too much, then it is not handled', async () => {
    const handled: WebhookEvent[] = [];
    const onEvent = (event: WebhookEvent) => void handled.push(event);
    const { origin, stop } = await listen({ secret, onEvent, maxBytes: 1_000 });
    const text = JSON.stringify({ ...eventOf('k'), padding: 'x'.repeat(1_000) });
    const body = new Blob([text]).stream();
    const init = { method: 'POST', body, headers: signed(text, 'k'), duplex: 'half' } as RequestInit;
    // Node ends the connection of a body that is not read to its end, sometimes before the answer is out.
    const status = await fetch(origin + path, init).then(
      (response) => response.status,
      () => 413,
    );
    await stop();
    expect([status, handled]).toEqual([413, []]);
  });
});

describe('a handler for Express', () => {
  it('given a body that was parsed before, then it says what is wrong', async () => {
    const errors: unknown[] = [];
    const handle = expressWebhookHandler({
      secret,
      onEvent: () => undefined,
      onError: (error) => void errors.push(error),
    });
    const { origin, stop } = await ofNode(createServer(express().use(express.json()).post(path, handle)));
    const body = JSON.stringify(eventOf('k'));
    const { status } = await fetch(origin + path, { method: 'POST', body, headers: signed(body, 'k') });
    await stop();
    expect([status, String(errors[0])]).toEqual([
      500,
      expect.stringMatching(/^TypeError: The body was parsed/),
    ]);
  });
});

describe('a plugin for Fastify', () => {
  it('leaves the parsing of other routes as it is', async () => {
    const app = fastify();
    app.post('/other', (request) => request.body);
    await app.register(fastifyWebhooks({ path, secret, onEvent: () => undefined }));
    const answer = await app.inject({ method: 'POST', url: '/other', payload: { a: 1 } });
    expect(answer.json()).toEqual({ a: 1 });
  });
});

describe('a handler for Fetch', () => {
  it('given a service with another word in its headers, then it reads those', async () => {
    const handle = fetchWebhookHandler({ secret, onEvent: () => undefined, headerWord: 'acme' });
    const body = JSON.stringify(eventOf('k'));
    const named = Object.entries(signed(body, 'k')).map(([name, value]) => [
      name.replace('svc', 'acme'),
      value,
    ]);
    const request = { method: 'POST', body, headers: Object.fromEntries(named) as Record<string, string> };
    expect((await handle(new Request('http://x/', request))).status).toBe(200);
  });

  it('given another method, then it says which it takes', async () => {
    const response = await fetchWebhookHandler({ secret, onEvent: () => undefined })(
      new Request('http://x/'),
    );
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

describe('the store in memory', () => {
  it('forgets what is old, and the oldest where there are too many', () => {
    let nowMs = 0;
    const store = new MemoryDeduplicationStore({ keptMs: 100, maxKeys: 2, now: () => nowMs });
    expect([store.claim('a'), store.claim('b'), store.claim('a')]).toEqual(['new', 'new', 'busy']);
    store.complete('b');
    store.complete('a');
    expect([store.claim('c'), store.claim('b')]).toEqual(['new', 'new']);
    nowMs = 100;
    expect(store.claim('c')).toBe('new');
  });
});
