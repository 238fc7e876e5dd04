import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEffects, startHttpToolServer, type Interception } from '@svc/testing/tool-servers';
import {
  atEnd,
  closedPort,
  createRunner,
  httpTool,
  never,
  startServer,
  stopAll,
  toolCall,
} from './harness.js';

afterEach(stopAll);

const booking = { name: 'Ada', day: '2026-11-23', time: '09:00' };
async function startClinic(intercept?: Interception) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tools-'));
  const effectsFile = path.join(folder, 'effects.jsonl');
  const server = await startHttpToolServer({ effectsFile, ...(intercept && { intercept }) });
  atEnd(() => server.stop());
  atEnd(() => rmSync(folder, { recursive: true }));
  return { ...server, effectsFile };
}

describe('a request', () => {
  it('given a GET, then the input is in path and query, and the answer is the result', async () => {
    const { url, requests } = await startClinic();
    const tool = httpTool(url, { method: 'GET', path: 'openings?zone=utc' });
    const outcome = await createRunner().runner.run(
      tool,
      toolCall({ input: { day: '2026-11-23', list: ['a', 'b'], deep: { a: 1 }, none: null } }),
      never,
    );
    expect(outcome).toMatchObject({
      type: 'ended',
      result: { openings: ['09:00', '10:30', '14:00', '15:30'] },
      isCut: false,
      retries: 0,
      exchange: { status: 200 },
    });
    expect(requests[0]?.path).toBe('/openings?zone=utc&day=2026-11-23&list=a&list=b&deep=%7B%22a%22%3A1%7D');
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('given a POST, then the input is the body, with the static fields, and the effect key goes out', async () => {
    const { url, requests, effectsFile } = await startClinic();
    const tool = httpTool(`${url}/`, { staticBodyFields: { day: '{{DAY}}', by: 'agent' } });
    const values = { variables: { DAY: '2026-12-24' }, secrets: {} };
    const outcome = await createRunner().runner.run(tool, toolCall({ input: booking, values }), never);
    expect(outcome).toMatchObject({ type: 'ended', result: { id: 'appointment-1', day: '2026-12-24' } });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...booking, day: '2026-12-24', by: 'agent' });
    expect(readEffects(effectsFile)).toMatchObject([{ key: 'conversation/interaction/1', isRepeat: false }]);
  });

  it('given a form, then the body is one', async () => {
    const { url, requests } = await startClinic();
    const tool = httpTool(url, { bodyFormat: 'form' });
    const input = { ...booking, name: 'A & B' };
    const outcome = await createRunner().runner.run(tool, toolCall({ input }), never);
    expect(outcome).toMatchObject({ type: 'ended', result: { name: 'A & B' } });
    expect(requests[0]?.body).toBe('name=A+%26+B&day=2026-11-23&time=09%3A00');
  });

  it('given a parameter of the path, then it is not in the body too', async () => {
    const { url, requests } = await startServer((response) => response.end('{}'));
    const tool = httpTool(`${url}/v1/`, { method: 'PUT', path: 'users/{user}/notes' });
    await createRunner().runner.run(tool, toolCall({ input: { user: 'a/b c', text: 'hello' } }), never);
    expect(requests).toMatchObject([{ path: '/v1/users/a%2Fb%20c/notes', body: '{"text":"hello"}' }]);
  });

  it('given headers with values, then they are put in', async () => {
    const { url, requests } = await startServer((response) => response.end('{}'));
    const tool = httpTool(url, { headers: { 'X-Account': 'id {{ACCOUNT}}', Accept: 'text/csv' } });
    const values = { variables: { ACCOUNT: '7' }, secrets: {} };
    await createRunner().runner.run(tool, toolCall({ values }), never);
    expect(requests[0]?.headers).toMatchObject({
      'x-account': 'id 7',
      accept: 'text/csv',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    });
  });

  it('given a request with effects, then it has a connection of its own, which no server closes as it comes', async () => {
    const { url, requests } = await startServer((response) => response.end('{}'));
    const { runner } = createRunner();
    for (const method of ['GET', 'POST'] as const)
      await runner.run(httpTool(url, { method }), toolCall(), never);
    expect(requests.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close']);
  });

  it('given a value that is not set, then nothing is sent', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const tool = httpTool(url, { headers: { 'x-key': '{{toString}}' } });
    expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject({
      type: 'failed',
      class: 'generic',
      reason: 'The value toString of this tool is not set.',
    });
    expect(requests).toEqual([]);
  });

  it('given an input that does not fit the schema, then nothing is sent', async () => {
    const { url, requests } = await startClinic();
    const tool = httpTool(url, { inputSchema: { required: ['name'] } });
    expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject({
      type: 'failed',
      class: 'input_rejected',
      reason: "the input must have required property 'name'",
    });
    expect(requests).toEqual([]);
  });

  it('given a dry run, then what changes something is not sent, and what reads is', async () => {
    const { url, requests } = await startClinic();
    const { runner } = createRunner();
    const call = toolCall({ isDryRun: true, input: { day: 'any' } });
    expect(await runner.run(httpTool(url, { path: 'appointments?key={{KEY}}' }), call, never)).toMatchObject({
      type: 'blocked',
      effects: ['POST appointments'],
    });
    expect(requests).toEqual([]);
    const reading = httpTool(url, { method: 'GET', path: 'openings' });
    expect(await runner.run(reading, call, never)).toMatchObject({ type: 'ended' });
  });
});

describe('an answer', () => {
  const answering = (body: string | Buffer, type = 'application/json', status = 200) =>
    startServer((response) => response.writeHead(status, { 'content-type': type }).end(body));
  const run = async (server: { url: string }, tool = {}, call = {}) =>
    createRunner({ maxAnswerBytes: 10_000 }).runner.run(
      httpTool(server.url, { method: 'GET', ...tool }),
      toolCall(call),
      never,
    );

  it.each<[string, string | Buffer, string, unknown]>([
    ['JSON', '{"a":[1,null]}', 'application/json', { a: [1, null] }],
    ['text', 'as it is', 'text/plain', 'as it is'],
    ['JSON that is none', '{"a":', 'application/json', '{"a":'],
    ['nothing', '', 'application/json', null],
    ['a picture', Buffer.from([0x89, 0x50]), 'image/png; q=1', '[image/png, 2 bytes]'],
    ['text that can not be stored', 'a\u0000b', 'text/plain', 'ab'],
    ['a number that is none', '[1e999]', 'application/json', [null]],
    [
      'JSON that is too deep',
      `${'['.repeat(4_000)}${']'.repeat(4_000)}`,
      'application/json',
      expect.any(String),
    ],
  ])('given %s, then the result is what it says', async (_what, body, type, result) => {
    expect(await run(await answering(body, type))).toMatchObject({ type: 'ended', result, isCut: false });
  });

  it('given a template, then the result is that text', async () => {
    const server = await answering('{"who":{"name":"Ada"},"list":[{"n":1}],"none":null}');
    const responseTemplate =
      'Name: {{ who.name }}, first: {{list.0}}, {{none}}{{missing.x}}{{__proto__}}all: {{.}}';
    expect(await run(server, { responseTemplate })).toMatchObject({
      type: 'ended',
      result: 'Name: Ada, first: {"n":1}, all: {"who":{"name":"Ada"},"list":[{"n":1}],"none":null}',
      exchange: { raw: { who: { name: 'Ada' } }, rendered: expect.stringContaining('Name: Ada') },
    });
  });

  it('given one above max_response_length, then it is cut, as text', async () => {
    const server = await answering('{"text":"0123456789"}');
    expect(await run(server, { maxResponseLength: 12 })).toMatchObject({
      type: 'ended',
      result: '{"text":"012',
      isCut: true,
    });
    expect(await run(server, {}, { maxResultCharacters: 5 })).toMatchObject({ result: '{"tex', isCut: true });
  });

  it('given a gigabyte, then its first part is the result, and the connection ends', async () => {
    const ended = Promise.withResolvers<void>();
    const server = await startServer((response) => {
      response.once('close', () => ended.resolve());
      response.writeHead(200, { 'content-type': 'text/plain' });
      const piece = Buffer.alloc(65_536, 'x');
      const send = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', send);
      send();
    });
    const outcome = await run(server);
    expect(outcome).toMatchObject({ type: 'ended', isCut: true, result: 'x'.repeat(10_000) });
    await ended.promise;
  });

  it('given one that drips, then the time of the whole call ends it', async () => {
    const server = await startServer((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const drip = setInterval(() => response.write('.'), 20);
      response.once('close', () => clearInterval(drip));
    });
    expect(await run(server, { timeoutMs: 400 })).toMatchObject({ type: 'failed', class: 'timeout' });
  });

  it('given one that breaks off after a call with effects, then what has come is the result: it did happen', async () => {
    const server = await startServer((response) =>
      response.write('{"id": 1', () => setTimeout(() => response.destroy(), 50)),
    );
    expect(await run(server, { method: 'POST', hasEffects: true })).toMatchObject({
      type: 'ended',
      result: '{"id": 1',
      isCut: true,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [400, 'input_rejected'],
    [422, 'input_rejected'],
    [404, 'generic'],
    [500, 'generic'],
  ])('given %s, then it has failed as %s, with what the server says', async (status, failureClass) => {
    const server = await answering('{"error":"why"}', 'application/json', status);
    expect(await run(server)).toMatchObject({
      type: 'failed',
      class: failureClass,
      reason: `The server answered ${status}: {"error":"why"}`,
      exchange: { status, raw: { error: 'why' } },
    });
  });
});

type Script = Parameters<typeof startServer>[0];

describe('a retry', () => {
  const failingOnce = (fail: Script) =>
    startServer((response, request, nth) => {
      if (nth === 1) fail(response, request, nth);
      else response.end('"done"');
    });
  const hangUp: Script = (response) => void response.destroy();
  const unavailable: Script = (response) => void response.writeHead(503).end();

  it.each(['POST', 'PATCH'] as const)(
    'given a %s, when the answer is in retry_on_status, then it is sent again under the same key',
    async (method) => {
      const { url, requests } = await failingOnce(unavailable);
      const tool = httpTool(url, { method, retryOnStatus: [503] });
      const { runner, waits } = createRunner();
      expect(await runner.run(tool, toolCall(), never)).toMatchObject({ type: 'ended', retries: 1 });
      expect(waits).toEqual([100]);
      expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
        'conversation/interaction/1',
        'conversation/interaction/1',
      ]);
    },
  );

  it.each(['POST', 'PATCH'] as const)(
    'given a %s, when the answer is another one, then it is not',
    async (method) => {
      const { url, requests } = await failingOnce(unavailable);
      const tool = httpTool(url, { method, retryOnStatus: [502] });
      const outcome = await createRunner().runner.run(tool, toolCall(), never);
      expect(outcome).toMatchObject({ type: 'failed', retries: 0 });
      expect(requests).toHaveLength(1);
    },
  );

  it.each(['POST', 'PATCH'] as const)(
    'given a %s, when the server hangs up without an answer, then it is not, and its outcome is unknown',
    async (method) => {
      const { url, requests } = await failingOnce(hangUp);
      const tool = httpTool(url, { method, retryOnStatus: [503] });
      expect(await createRunner().runner.run(tool, toolCall(), never)).toMatchObject({
        type: 'unknown',
        reason: expect.stringContaining('whether it had its effect is not known'),
      });
      expect(requests).toHaveLength(1);
    },
  );

  it('given a POST, when no byte could be sent, then it is, and in the end it has failed', async () => {
    const { runner, waits } = createRunner();
    const outcome = await runner.run(httpTool(`http://127.0.0.1:${await closedPort()}`), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic', retries: 2 });
    expect(waits).toEqual([100, 200]);
  });

  it.each(['GET', 'PUT', 'DELETE'] as const)(
    'given a %s, when the server hangs up, then it is sent again',
    async (method) => {
      const { url, requests } = await failingOnce(hangUp);
      const outcome = await createRunner().runner.run(httpTool(url, { method }), toolCall(), never);
      expect(outcome).toMatchObject({ type: 'ended', retries: 1 });
      expect(requests).toHaveLength(2);
    },
  );

  it('given a GET whose answer breaks off, then it is sent again', async () => {
    const { url } = await failingOnce(
      (response) => void response.write('[1,', () => setTimeout(() => response.destroy(), 50)),
    );
    const outcome = await createRunner().runner.run(httpTool(url, { method: 'GET' }), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'ended', result: 'done' });
  });

  it('given a PUT that was sent once without an answer, when later ones are refused, then its outcome is unknown', async () => {
    const { url } = await startServer((response, request, nth) => {
      if (nth === 1) hangUp(response, request, nth);
      else response.writeHead(409).end();
    });
    const outcome = await createRunner().runner.run(httpTool(url, { method: 'PUT' }), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'unknown' });
  });

  it('given max_retries, then there are not more', async () => {
    const { url, requests } = await startServer((response) => response.writeHead(503).end());
    const tool = httpTool(url, { maxRetries: 3, retryOnStatus: [503] });
    const outcome = await createRunner().runner.run(tool, toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', retries: 3 });
    expect(requests).toHaveLength(4);
  });

  it('given Retry-After, then it is waited for, if the time allows', async () => {
    const { url, requests } = await startServer((response, _request, nth) =>
      response.writeHead(503, { 'retry-after': nth === 1 ? '2' : '3600' }).end(),
    );
    const { runner, waits } = createRunner();
    await runner.run(httpTool(url, { maxRetries: 5, retryOnStatus: [503] }), toolCall(), never);
    expect(waits).toEqual([2_000]);
    expect(requests).toHaveLength(2);
  });
});

describe('a call that is ended', () => {
  it.each([
    ['GET', { type: 'failed', class: 'timeout' }],
    ['POST', { type: 'unknown' }],
  ] as const)('given a %s that is never answered, when its time is up', async (method, outcome) => {
    const { url } = await startServer(() => undefined);
    const { runner } = createRunner();
    expect(await runner.run(httpTool(url, { method, timeoutMs: 200 }), toolCall(), never)).toMatchObject(
      outcome,
    );
    expect(await runner.run(httpTool(url, { method }), toolCall({ timeoutMs: 200 }), never)).toMatchObject(
      outcome,
    );
  });

  it.each([
    ['GET', { type: 'failed', class: 'generic', reason: 'The call was cancelled.' }],
    ['POST', { type: 'unknown' }],
  ] as const)('given a %s under way, when its caller gives up', async (method, outcome) => {
    const giveUp = new AbortController();
    const { url } = await startServer(() => giveUp.abort());
    const { runner } = createRunner();
    expect(await runner.run(httpTool(url, { method }), toolCall(), giveUp.signal)).toMatchObject(outcome);
  });

  it('given the same effect again, then the server sees its key, and does it once', async () => {
    const clinic = await startClinic();
    const { runner } = createRunner();
    for (const _again of [1, 2]) await runner.run(httpTool(clinic.url), toolCall({ input: booking }), never);
    expect(readEffects(clinic.effectsFile).map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
  });
});
