import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LLMock } from '@copilotkit/aimock';
import type { ModelAttempt, ModelPort } from '@svc/engine';
import { HeldAnswer } from '../../test/held-answer.js';
import { ManualTimers } from '../../test/manual-timers.js';
import { engageRequest, judgeRequest } from '../../test/requests.js';
import { unheard } from '../../test/unheard.js';
import type { AnswerForm } from '../definition/answer-form.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import { createModelPort } from '../port/create-model-port.js';
import { createOpenAiCompatibleModel } from './openai-compatible-model.js';

const never = new AbortController().signal;
const verdict = '{"choice":"exit_1","reason":"The title was said."}';

let mock: LLMock;
beforeEach(async () => {
  mock = await LLMock.create({ port: 0, chunkSize: 4 });
});
afterEach(() => mock.stop());

function portAt(baseUrl: string, options: { timers?: ManualTimers; form?: AnswerForm } = {}): ModelPort {
  const { timers = new ManualTimers(), form = 'json_schema' } = options;
  const model = createOpenAiCompatibleModel({
    baseUrl,
    modelName: 'test-model',
    apiKey: 'sk-test-key',
  });
  return createModelPort(model, { timers, capabilities: new ModelCapabilities({ structured_output: form }) });
}

const port = (options?: Parameters<typeof portAt>[1]) => portAt(`${mock.url}/v1`, options);

/** A port with a server that a test controls by hand. */
function heldPort() {
  const held = new HeldAnswer();
  mock.mount('/held', held);
  const timers = new ManualTimers();
  return { held, timers, port: portAt(`${mock.url}/held/v1`, { timers }) };
}

async function piecesOf(model: ModelPort): Promise<readonly string[]> {
  return collected(model, never);
}

async function collected(model: ModelPort, signal: AbortSignal): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of model.generate(engageRequest, signal, unheard)) pieces.push(piece);
  return pieces;
}

describe('given a server that speaks the chat completions API', () => {
  it('when a message is generated, then it comes in the pieces in which the server sends it', async () => {
    mock.onMessage(/Moby Dick/, { content: 'It is on shelf nine.' });
    const pieces = await piecesOf(port());
    expect(pieces.join('')).toBe('It is on shelf nine.');
    expect(pieces.length).toBeGreaterThan(3);

    const request = mock.getLastRequest();
    expect(request?.headers['authorization']).toBeDefined();
    expect(request?.body).toMatchObject({
      model: 'test-model',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'You are Ada.' },
        { role: 'user', content: 'Moby Dick' },
      ],
    });
    // The structured task stays in the process.
    expect(request?.body).not.toHaveProperty('task');
    expect(request?.body).not.toHaveProperty('svc');
  });

  it('when a judgement is made, then the request has a schema of the choices', async () => {
    mock.onMessage(/choice/, { content: verdict });
    expect(await port().judge(judgeRequest, never, unheard)).toEqual({
      choice: 'exit_1',
      reason: 'The title was said.',
    });
    expect(mock.getLastRequest()?.body).toMatchObject({
      response_format: {
        type: 'json_schema',
        json_schema: { strict: true, schema: { properties: { choice: { enum: ['exit_1', 'action_1'] } } } },
      },
    });
  });

  it('when it takes no schemas, then it is asked for any JSON object', async () => {
    mock.onMessage(/choice/, { content: `Here you are:\n\`\`\`json\n${verdict}\n\`\`\`` });
    expect((await port({ form: 'json_object' }).judge(judgeRequest, never, unheard)).choice).toBe('exit_1');
    expect(mock.getLastRequest()?.body).toMatchObject({ response_format: { type: 'json_object' } });
  });

  it('when its judgement is no choice, then it is called once more', async () => {
    mock.onMessage(/Make your choice/, { content: 'The first one!' });
    mock.onMessage(/not the JSON object/, { content: verdict });
    expect((await port().judge(judgeRequest, never, unheard)).choice).toBe('exit_1');
    expect(mock.getRequests()).toHaveLength(2);
  });
});

describe('what is reported of calls to a real server', () => {
  it("then the model's own name, its finish reason, and its tokens", async () => {
    mock.onMessage(/choice/, { content: verdict });
    mock.onMessage(/Moby Dick/, { content: 'It is on shelf nine.' });
    const attempts: ModelAttempt[] = [];
    const listener = (attempt: ModelAttempt): void => void attempts.push(attempt);
    await port().judge(judgeRequest, never, listener);
    for await (const _piece of port().generate(engageRequest, never, listener));
    expect(attempts.map(({ pieces }) => pieces.join(''))).toEqual([verdict, 'It is on shelf nine.']);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({
        finishReason: 'stop',
        rawFinishReason: 'stop',
        providerModel: expect.any(String),
        usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
        failure: null,
      });
      expect(attempt.providerModel).not.toBe('');
    }
  });
});

describe('given a server that delays its second piece', () => {
  it('then the reader already has the first one', async () => {
    const { held, port } = heldPort();
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.say('It is');
    expect(await first).toEqual({ done: false, value: 'It is' });
    const second = pieces.next();
    held.say(' here.');
    expect(await second).toEqual({ done: false, value: ' here.' });
    const end = pieces.next();
    held.finish();
    expect((await end).done).toBe(true);
  });

  it('when it never comes, then the call fails as timeout and the connection is closed', async () => {
    const { held, timers, port } = heldPort();
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.say('It is');
    await first;
    const second = pieces.next();
    const outcome = expect(second).rejects.toMatchObject({ kind: 'timeout' });
    timers.pass(15_000);
    await outcome;
    await held.closed;
  });

  it('when the answer breaks off, then the call fails as unavailable', async () => {
    const { held, port } = heldPort();
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.say('It is');
    await first;
    held.breakOff();
    await expect(pieces.next()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('when a piece is no JSON, then the call fails as bad_output', async () => {
    const { held, port } = heldPort();
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.sendRaw('data: {"choices": [\n\n');
    await expect(first).rejects.toMatchObject({ kind: 'bad_output' });
  });

  it('when the server reports an error in the stream, then the call fails with its kind', async () => {
    const { held, port } = heldPort();
    const pieces = port.generate(engageRequest, never, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.sendRaw('data: {"error":{"message":"slow down","type":"rate_limit_error","code":null}}\n\n');
    await expect(first).rejects.toMatchObject({ kind: 'rate_limited' });
  });
});

describe('given a caller who aborts', () => {
  const reason = new Error('the client went away');

  it.each(['judge', 'generate'] as const)(
    'when %s waits for the server, then the HTTP request is closed',
    async (call) => {
      const { held, port } = heldPort();
      const cancel = new AbortController();
      const outcome = expect(
        call === 'judge' ? port.judge(judgeRequest, cancel.signal, unheard) : collected(port, cancel.signal),
      ).rejects.toBe(reason);
      await held.arrived;
      cancel.abort(reason);
      await outcome;
      await held.closed;
    },
  );

  it('when the message is in progress, then the HTTP request is closed though the reader holds a piece', async () => {
    const { held, port } = heldPort();
    const cancel = new AbortController();
    const pieces = port.generate(engageRequest, cancel.signal, unheard)[Symbol.asyncIterator]();
    const first = pieces.next();
    await held.arrived;
    held.say('It is');
    await first;
    cancel.abort(reason);
    await held.closed;
    await expect(pieces.next()).rejects.toBe(reason);
  });
});

describe('given a server that does not answer in time', () => {
  it('then the call fails as timeout, and the connection is closed', async () => {
    const { held, timers, port } = heldPort();
    const outcome = expect(piecesOf(port)).rejects.toMatchObject({
      kind: 'timeout',
      code: 'service_unavailable',
    });
    await held.arrived;
    timers.pass(30_000);
    await outcome;
    await held.closed;
  });
});

describe('given a server that refuses', () => {
  it.each([
    [500, 'server_error', 'unavailable'],
    [503, 'overloaded', 'unavailable'],
    [504, 'timeout', 'timeout'],
    [401, 'invalid_api_key', 'refused'],
    [404, 'model_not_found', 'refused'],
    [400, 'content_filter', 'content_filtered'],
    [429, 'insufficient_quota', 'refused'],
  ])('when it answers %d %s, then the call fails as %s', async (status, code, kind) => {
    mock.onMessage(/./, { error: { message: 'the secret words of the user', type: 'error', code }, status });
    const failing = await Promise.allSettled([port().judge(judgeRequest, never, unheard), piecesOf(port())]);
    for (const outcome of failing) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { kind } });
      const { reason } = outcome as PromiseRejectedResult;
      expect(reason).toMatchObject({
        privateDetail: expect.stringContaining(`status ${status} (error, ${code})`),
      });
      expect(`${(reason as Error).message} ${JSON.stringify(reason)}`).not.toMatch(/secret|sk-test/);
    }
  });

  it('when it is over its rate limit, then the call says how long to wait', async () => {
    mock.onMessage(/./, { error: { message: 'slow down', type: 'requests' }, status: 429, retryAfter: 7 });
    await expect(port().judge(judgeRequest, never, unheard)).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: 7,
    });
  });

  it('when its answer is no stream, then the call fails as unavailable', async () => {
    mock.onMessage(/./, { content: verdict });
    mock.setChaos({ malformedRate: 1 });
    await expect(port().judge(judgeRequest, never, unheard)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('when its answer is empty, then the call fails as bad_output or unavailable, not with a crash', async () => {
    mock.onMessage(/./, { json: { choices: [] } });
    await expect(port().judge(judgeRequest, never, unheard)).rejects.toMatchObject({ name: 'ModelError' });
  });
});

describe('given a server whose answer does not end', () => {
  const asked = {
    'a judgement': (model: ModelPort) => model.judge(judgeRequest, never, unheard),
    'a message': piecesOf,
  };

  it.each(Object.entries(asked))(
    'when %s takes more than 16 MiB, then no more of it is read, and the call fails as bad_output',
    async (_what, ask) => {
      const { held, port: model } = heldPort();
      const outcome = expect(ask(model)).rejects.toMatchObject({ kind: 'bad_output' });
      await held.arrived;
      for (let mebibyte = 0; mebibyte < 17; mebibyte += 1) held.sendRaw('x'.repeat(1_024 * 1_024));
      await outcome;
      await held.closed;
    },
  );
});

describe('given a server that closes connections before it answers', () => {
  /** Breaks the first connections, then uses the mock's own route. */
  function breaking(times: number): LLMock {
    mock.onMessage(/choice/, { content: verdict });
    return mock.mount('/v1', {
      handleRequest: async (request) => {
        if (arrivals++ >= times) return false;
        request.socket.destroy();
        return true;
      },
    });
  }
  let arrivals = 0;
  beforeEach(() => {
    arrivals = 0;
  });

  it('when it does so once, then the call is repeated on a new connection', async () => {
    breaking(1);
    expect((await port().judge(judgeRequest, never, unheard)).choice).toBe('exit_1');
    expect(arrivals).toBe(2);
  });

  it('when it does so again, then the call fails as unavailable', async () => {
    breaking(9);
    await expect(port().judge(judgeRequest, never, unheard)).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(piecesOf(port())).rejects.toMatchObject({ kind: 'unavailable' });
    expect(arrivals).toBe(4);
  });
});

describe('given no server', () => {
  it('then the call fails as unreachable', async () => {
    const free = await freePort();
    await expect(
      portAt(`http://127.0.0.1:${free}/v1`).judge(judgeRequest, never, unheard),
    ).rejects.toMatchObject({
      kind: 'unreachable',
      privateDetail: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

/** A port without a listener. */
async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return free;
}
