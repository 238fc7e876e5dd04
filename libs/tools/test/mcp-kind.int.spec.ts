import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startMcpToolServer, type McpToolServerOptions } from '@svc/testing/tool-servers';
import type { McpServer, McpTool } from '../src/index.js';
import { atEnd, closedPort, createRunner, never, startServer, stopAll, toolCall } from './harness.js';

afterEach(stopAll);

async function startClinic(options: Omit<McpToolServerOptions, 'effectsFile'> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tools-'));
  const server = await startMcpToolServer({ effectsFile: path.join(folder, 'effects.jsonl'), ...options });
  atEnd(() => server.stop());
  atEnd(() => rmSync(folder, { recursive: true }));
  return server;
}
const serverAt = (url: string, server: Partial<McpServer> = {}): McpServer => ({
  key: 'ws:1/clinic',
  url,
  headers: {},
  authorization: null,
  ...server,
});
const bookingTool = (server: McpServer, tool: Partial<McpTool> = {}): McpTool => ({
  kind: 'mcp',
  server,
  name: 'book_appointment',
  inputSchema: { type: 'object' },
  hasEffects: true,
  timeoutMs: 10_000,
  ...tool,
});
const reading = { name: 'find_openings', hasEffects: false };
const none = { variables: {}, secrets: {} };
const booking = { name: 'Ada', day: '2026-11-23', time: '09:00' };

describe.each(['sessions', 'stateless'] as const)('a server of the official SDK that serves %s', (serves) => {
  it('lists its tools, with what they need and whether they change something', async () => {
    const { url } = await startClinic({ serves });
    const { mcp } = createRunner();
    const { tools, leftOut } = await mcp.list(serverAt(url), none, never);
    expect(leftOut).toEqual([]);
    expect(tools).toMatchObject([
      { name: 'find_openings', description: 'Times of a day that are free.', hasEffects: false },
      { name: 'book_appointment', hasEffects: true, inputSchema: { required: ['name', 'day', 'time'] } },
    ]);
  });

  it('given a call, then its structured content or its text is the result, and the effect key goes out', async () => {
    const { url, effects, requests } = await startClinic({ serves });
    const { runner } = createRunner();
    const call = toolCall({ input: booking });
    const openings = await runner.run(
      bookingTool(serverAt(url), reading),
      toolCall({ input: { day: booking.day } }),
      never,
    );
    expect(openings).toMatchObject({
      type: 'ended',
      result: { openings: ['09:00', '10:30', '14:00', '15:30'] },
    });
    const booked = await runner.run(bookingTool(serverAt(url)), call, never);
    expect(booked).toMatchObject({ type: 'ended', result: expect.stringContaining('"id":"appointment-1"') });
    expect(effects()).toMatchObject([{ key: 'conversation/interaction/1', isRepeat: false }]);
    expect(requests.map(({ headers }) => headers['idempotency-key']).filter(Boolean)).toEqual([
      'conversation/interaction/1',
    ]);
  });

  it('given many calls, then they share a session', async () => {
    const { url, requests } = await startClinic({ serves });
    const { runner, mcp } = createRunner();
    await mcp.list(serverAt(url), none, never);
    const before = requests.length;
    const call = toolCall({ input: { day: booking.day } });
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => runner.run(bookingTool(serverAt(url), reading), call, never)),
    );
    expect(outcomes.map(({ type }) => type)).toEqual(Array(5).fill('ended'));
    expect(requests.length - before).toBe(5);
  });

  it('given an error of the tool, then it has failed, with what the tool says', async () => {
    const { url } = await startClinic({ serves });
    const { runner } = createRunner();
    const call = toolCall({ input: { ...booking, time: '03:00' } });
    expect(await runner.run(bookingTool(serverAt(url)), call, never)).toMatchObject({
      type: 'failed',
      class: 'generic',
      reason: 'The tool has failed: 03:00 is not free.',
    });
  });

  it('given a connection that breaks after the work, then nobody knows, and the effect stands', async () => {
    const server = await startClinic({ serves });
    const { runner } = createRunner();
    server.behave({ book_appointment: { breaksOff: 'after' } });
    const outcome = await runner.run(bookingTool(serverAt(server.url)), toolCall({ input: booking }), never);
    expect(outcome).toMatchObject({ type: 'unknown' });
    expect(server.effects()).toHaveLength(1);
  });

  it('given a tool that is not there, then it has failed, and nothing is unclear', async () => {
    const { url } = await startClinic({ serves });
    const { runner } = createRunner();
    const outcome = await runner.run(bookingTool(serverAt(url), { name: 'none' }), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', reason: expect.stringContaining('not found') });
  });
});

describe('a session', () => {
  it('given a server that has forgotten it, then a new one is begun, and the call happens once', async () => {
    const server = await startClinic();
    const { runner } = createRunner();
    const tool = bookingTool(serverAt(server.url));
    await runner.run(tool, toolCall({ input: booking }), never);
    server.forgetSessions();
    const call = toolCall({ input: { ...booking, time: '10:30' }, effectKey: 'conversation/interaction/2' });
    expect(await runner.run(tool, call, never)).toMatchObject({ type: 'ended' });
    expect(server.effects().map(({ key }) => key)).toEqual([
      'conversation/interaction/1',
      'conversation/interaction/2',
    ]);
  });

  it('given another secret or another tenant, then it is another session', async () => {
    const { url, requests } = await startClinic();
    const { runner } = createRunner();
    const sessionsOf = () =>
      new Set(requests.map(({ headers }) => headers['mcp-session-id']).filter(Boolean)).size;
    const server = serverAt(url, { headers: { 'x-key': '{{KEY}}' } });
    const call = (KEY: string) =>
      toolCall({ input: { day: booking.day }, values: { variables: {}, secrets: { KEY } } });
    await runner.run(bookingTool(server, reading), call('one'), never);
    await runner.run(bookingTool(server, reading), call('one'), never);
    expect(sessionsOf()).toBe(1);
    await runner.run(bookingTool(server, reading), call('two'), never);
    await runner.run(bookingTool({ ...server, key: 'ws:2/clinic' }, reading), call('two'), never);
    expect(sessionsOf()).toBe(3);
    expect(requests.at(-1)?.headers['x-key']).toBe('two');
  });

  it('given authorization, then each request has it, and a token that is refused is renewed', async () => {
    let issued = 0;
    const tokens = await startServer((response) => response.end(`{"access_token":"token-${(issued += 1)}"}`));
    let accepted = 'Bearer token-1';
    const { url, requests } = await startClinic({
      intercept: ({ headers }, response) => {
        if (headers.authorization === accepted) return false;
        response.writeHead(401).end();
        return true;
      },
    });
    const authorization = {
      type: 'oauth2_client_credentials',
      tokenUrl: tokens.url,
      clientId: 'one',
      clientSecret: 'brass-key',
      scopes: [],
      clientAuthMethod: 'basic',
    } as const;
    const { runner } = createRunner();
    const tool = bookingTool(serverAt(url, { authorization }), reading);
    const call = toolCall({ input: { day: booking.day } });
    expect(await runner.run(tool, call, never)).toMatchObject({ type: 'ended' });
    accepted = 'Bearer token-2';
    expect(await runner.run(tool, call, never)).toMatchObject({ type: 'ended' });
    expect([tokens.requests.length, requests.at(-1)?.headers.authorization]).toEqual([2, 'Bearer token-2']);
  });
});

describe('a hostile server', () => {
  /** Speaks the revision of 2025-06-18; `answer` takes the methods that a test is about. */
  const startMcp = (
    answer: (
      method: string,
      respond: (body: unknown) => void,
      response: Parameters<Parameters<typeof startServer>[0]>[0],
      params: Record<string, unknown>,
    ) => void,
  ) =>
    startServer((response, { body }) => {
      const message = JSON.parse(body || '{}') as {
        id?: number;
        method?: string;
        params?: Record<string, unknown>;
      };
      const json = (content: object): void =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...content }));
      if (message.method === 'server/discover')
        return json({ error: { code: -32_601, message: 'no such method' } });
      if (message.method === 'initialize')
        return json({
          result: {
            protocolVersion: '2025-06-18',
            capabilities: { tools: {} },
            serverInfo: { name: 'a', version: '1' },
          },
        });
      if (message.id === undefined) return void response.writeHead(202).end();
      answer(message.method ?? '', (body) => json(body as object), response, message.params ?? {});
    });
  const schema = (inputSchema: object, name = 'tool') => ({
    name,
    inputSchema: { type: 'object', ...inputSchema },
  });
  const listing = (...tools: object[]) => startMcp((_method, respond) => respond({ result: { tools } }));

  it('given hostile schemas, then their tools are left out, and the others stay', async () => {
    const { url } = await listing(
      schema({ $ref: 'http://127.0.0.1/' }, 'remote'),
      schema({ properties: { a: { pattern: '(x{100}){100}' } } }, 'pattern'),
      schema({ description: 'x'.repeat(70_000) }, 'long'),
      schema({}, 'with space\u0000'),
      schema({}, 'good'),
      schema({}, 'good'),
    );
    const { tools, leftOut } = await createRunner().mcp.list(serverAt(url), none, never);
    expect(tools.map(({ name }) => name)).toEqual(['good']);
    expect(leftOut).toMatchObject([
      { name: 'remote', reason: expect.stringContaining('nothing is fetched') },
      { name: 'pattern', reason: expect.stringContaining('too large') },
      { name: 'long', reason: expect.stringContaining('too large') },
      { name: 'with space', reason: expect.stringContaining('name') },
      { name: 'good', reason: expect.stringContaining('twice') },
    ]);
  });

  it('given a list without end, then it ends', async () => {
    let page = 0;
    const { url, requests } = await startMcp((_method, respond) => {
      page += 1;
      respond({ result: { tools: [schema({}, `tool${page}`)], nextCursor: `page ${page}` } });
    });
    const { tools } = await createRunner().mcp.list(serverAt(url), none, never);
    expect(tools).toHaveLength(20);
    expect(requests.length).toBeLessThan(30);
  });

  it('given a thousand tools, then the first 256 are listed', async () => {
    const { url } = await listing(
      ...Array.from({ length: 1_000 }, (_none, index) => schema({}, `tool${index}`)),
    );
    expect((await createRunner().mcp.list(serverAt(url), none, never)).tools).toHaveLength(256);
  });

  it.each([
    ['effects', true, { type: 'unknown' }],
    ['none', false, { type: 'failed', class: 'timeout' }],
  ])(
    'given one that never answers a call with effects: %s, then its time ends it',
    async (_what, hasEffects, outcome) => {
      const { url } = await startMcp(() => undefined);
      const tool = bookingTool(serverAt(url), { hasEffects, timeoutMs: 500 });
      expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject(outcome);
    },
  );

  it('given one that never answers the handshake, then nothing was called, and it has failed', async () => {
    const { url } = await startServer(() => undefined);
    const tool = bookingTool(serverAt(url), { timeoutMs: 300 });
    expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject({
      type: 'failed',
      class: 'timeout',
    });
  });

  it('given one that streams for ever, then its size ends it, before its time', async () => {
    const ended = Promise.withResolvers<void>();
    const { url } = await startMcp((_method, _respond, response) => {
      response.once('close', () => ended.resolve());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const note = {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'info', data: 'x'.repeat(9_000) },
      };
      const send = (): void => {
        while (!response.destroyed && response.write(`data: ${JSON.stringify(note)}\n\n`));
      };
      response.on('drain', send);
      send();
    });
    const { runner } = createRunner({ maxAnswerBytes: 100_000 });
    const tool = bookingTool(serverAt(url), { timeoutMs: 60_000 });
    const outcome = await runner.run(tool, toolCall(), never);
    expect(outcome).toMatchObject({
      type: 'unknown',
      reason: expect.stringContaining('too long'),
    });
    expect(outcome.durationMs).toBeLessThan(20_000);
    await ended.promise;
  });

  it('given one that pings all the time, then few are answered', async () => {
    const { url, requests } = await startMcp((_method, _respond, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let id = 0; id < 500; id += 1)
        response.write(`data: {"jsonrpc":"2.0","id":${id},"method":"ping"}\n\n`);
    });
    const tool = bookingTool(serverAt(url), { timeoutMs: 1_000 });
    await createRunner().runner.run(tool, toolCall(), never);
    expect(requests.length).toBeLessThanOrEqual(4 + 20 + 1);
  });

  it('given one that hangs up in its answer, then it is not asked again at once, and the outcome is unknown', async () => {
    const { url, requests } = await startMcp((_method, _respond, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('retry: 0\nid: 1\ndata:\n\n', () => response.destroy());
    });
    const outcome = await createRunner().runner.run(bookingTool(serverAt(url)), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'unknown' });
    // The SDK would wait for the rest until the time is up.
    expect(outcome.durationMs).toBeLessThan(5_000);
    expect(requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });

  it.each([
    [{ error: { code: -32_602, message: 'day is missing' } }, { type: 'failed', class: 'input_rejected' }],
    [
      { error: { code: -32_000, message: 'no' } },
      { type: 'failed', class: 'generic', reason: 'The server answered: no' },
    ],
    [{ result: { content: 'none' } }, { type: 'unknown' }],
    [
      { result: { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] } },
      { result: '[image/png]' },
    ],
    [{ result: { content: [], structuredContent: { a: 1 } } }, { type: 'ended', result: { a: 1 } }],
  ])('given the answer %j, then %j', async (answer, outcome) => {
    const { url, requests } = await startMcp((_method, respond) => respond(answer));
    expect(await createRunner().runner.run(bookingTool(serverAt(url)), toolCall(), never)).toMatchObject(
      outcome,
    );
    expect(requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });

  it('given secrets in its answer, then they are redacted', async () => {
    const { url } = await startMcp((_method, respond) =>
      respond({ result: { content: [{ type: 'text', text: 'you are brass-key' }] } }),
    );
    const server = serverAt(url, { headers: { 'x-key': '{{KEY}}' } });
    const values = { variables: {}, secrets: { KEY: 'brass-key' } };
    expect(await createRunner().runner.run(bookingTool(server), toolCall({ values }), never)).toMatchObject({
      result: 'you are [redacted]',
    });
  });

  it('given a redirect into our network, then it is not followed', async () => {
    const inside = await startServer((response) => response.end('internal'));
    const { url } = await startServer((response) =>
      response.writeHead(307, { location: `${inside.url}/mcp` }).end(),
    );
    const outcome = await createRunner().runner.run(bookingTool(serverAt(url)), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic' });
    expect(inside.requests).toEqual([]);
  });

  it('given an address in our network, then nothing is sent', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const { runner, mcp } = createRunner({ allowed: [] });
    expect(await runner.run(bookingTool(serverAt(url)), toolCall(), never)).toMatchObject({
      type: 'failed',
      reason: 'The address of this tool is not allowed.',
    });
    await expect(mcp.list(serverAt(url), none, never)).rejects.toThrow(
      'The server does not answer, or not in MCP.',
    );
    expect(requests).toEqual([]);
  });

  it('given nobody there, then it has failed: nothing was sent', async () => {
    const tool = bookingTool(serverAt(`http://127.0.0.1:${await closedPort()}/mcp`));
    expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject({
      type: 'failed',
      class: 'generic',
      reason: 'The server can not be reached.',
    });
  });
});
