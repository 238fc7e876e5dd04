import { PlatformClient, type WorkspaceEventStreamOptions } from '../src/index.js';
import { Core } from '../src/client/core.js';
import { streamTurn } from '../src/platform/turn-stream.js';
import { WorkspaceEventStream } from '../src/platform/workspace-event-stream.js';
import { platformEnvironment } from '../src/transport/environment.js';
import { answer, breakOff, hang, MisbehavingServer, type Behaviour } from './misbehaving-server.js';

let server: MisbehavingServer;
beforeAll(async () => void (server = await MisbehavingServer.start()));
afterAll(() => server.stop());

const waits: number[] = [];
beforeEach(() => void (waits.length = 0));
const environment = {
  ...platformEnvironment,
  sleep: (ms: number) => Promise.resolve(void waits.push(ms)),
};
const makeCore = () =>
  new Core({
    baseUrl: server.url,
    socketBaseUrl: server.url,
    scope: { workspace_id: 'ws' },
    tokens: { token: () => 'key' },
    environment,
  });

const sse =
  (text: string, atEnd: 'end' | 'destroy' | 'hang' = 'end'): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text, () => {
      if (atEnd === 'end') response.end();
      if (atEnd === 'destroy') response.socket?.destroy();
    });
  };
const frame = (event: string, data: object, id?: number) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const done = { conversation_id: 'c', status: 'active', turn_count: 1, background_pending: false };
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

describe('the stream of a turn', () => {
  const said = async (turn = 'Hello', options = {}) => all(await streamTurn(makeCore(), 'c', turn, options));
  const token = frame('token', { text: 'He' });

  it('gives each event with its name, and leaves out what it does not know', async () => {
    const unknown = frame('later', { a: 1 }) + 'event: token\ndata: "no object"\n\n';
    server.behave(
      sse(token + unknown + frame('message', { role: 'agent', text: 'Hey' }) + frame('done', done)),
    );
    expect(await said()).toEqual([
      { event: 'token', text: 'He' },
      { event: 'message', role: 'agent', text: 'Hey' },
      { event: 'done', ...done },
    ]);
    expect(server.seen[0]).toMatchObject({
      path: '/v1/ws/conversations/c/turns/stream',
      headers: { accept: 'text/event-stream' },
      body: '{"message":"Hello"}',
    });
  });

  it('given an error before the stream begins, then it is thrown', async () => {
    server.behave(answer(409, {}, '{"error_code":"conversation_busy"}'));
    await expect(said()).rejects.toMatchObject({ name: 'ConflictError', errorCode: 'conversation_busy' });
  });

  describe('that breaks off', () => {
    const polled = (output: readonly string[], background_pending = false) =>
      answer(
        200,
        {},
        JSON.stringify({
          output: output.map((text) => ({ role: 'agent', text, turn_id: 't', turn_index: 0 })),
          conversation: { id: 'c', status: 'active', turn_count: 1 },
          background_pending,
        }),
      );
    const read = (...turns: readonly (readonly [role: string, text: string])[]) =>
      answer(200, {}, JSON.stringify({ turns: turns.map(([role, text]) => ({ role, text })) }));
    const paths = () =>
      server.seen.map(({ method, path }) => `${method} ${path.slice('/v1/ws/conversations'.length)}`);

    it.each(['destroy', 'end'] as const)('by %s, then the answer is collected', async (atEnd) => {
      server.behave(sse(token, atEnd), polled([], true), polled(['Hey']));
      expect(await said()).toEqual([
        { event: 'token', text: 'He' },
        { event: 'message', role: 'agent', text: 'Hey' },
        expect.objectContaining({ event: 'done', conversation_id: 'c', turn_id: 't', turn_index: 0 }),
      ]);
      expect(paths()).toEqual(['POST /c/turns/stream', 'POST /c/turns?poll=true', 'POST /c/turns?poll=true']);
      // A second, then no more often than the interface asks.
      expect(waits).toEqual([1_000, 5_000]);
    });

    it('after its message, then the message is not given twice', async () => {
      const heard = frame('message', { role: 'agent', text: 'Hey' });
      server.behave(sse(heard, 'destroy'), polled([]), read(['user', 'Hello'], ['agent', 'Hey']));
      expect((await said()).map(({ event }) => event)).toEqual(['message', 'done']);
    });

    it('before its message, which was delivered, then the message is read', async () => {
      server.behave(sse(token, 'destroy'), polled([]), read(['user', 'Hello'], ['agent', 'Hey']));
      expect((await said()).map(({ event }) => event)).toEqual(['token', 'message', 'done']);
    });

    it('because the service starts again, then the answer is collected once it is back', async () => {
      server.behave(sse(token, 'destroy'), breakOff, answer(503), answer(502), polled(['Hey']));
      expect((await said()).map(({ event }) => event)).toEqual(['token', 'message', 'done']);
      expect(waits).toEqual([1_000, 5_000, 5_000, 5_000]);
    });

    it('and the service refuses to tell, then its error is thrown', async () => {
      server.behave(sse(token, 'destroy'), answer(404));
      await expect(said()).rejects.toMatchObject({ name: 'NotFoundError' });
    });

    it('and is not kept, then it is a NetworkError', async () => {
      server.behave(sse(token, 'destroy'), polled([]), read(['user', 'Earlier'], ['agent', 'Hey']));
      await expect(said()).rejects.toMatchObject({ name: 'NetworkError' });
    });

    it('and takes too long, then it is a NetworkError', async () => {
      server.behave(sse(token, 'destroy'), polled([], true));
      await expect(said('Hello', { resumeForMs: 12_000 })).rejects.toMatchObject({ name: 'NetworkError' });
      expect(waits).toEqual([1_000, 5_000, 5_000]);
    });

    it('and is not to be resumed, then it is a NetworkError at once', async () => {
      server.behave(sse(token, 'destroy'));
      await expect(said('Hello', { resumeForMs: 0 })).rejects.toMatchObject({ name: 'NetworkError' });
      expect(waits).toEqual([]);
    });
  });
});

describe('the events of a workspace', () => {
  const first = frame('text.started', { session_id: 'a' }, 1);
  const second = frame('text.started', { session_id: 'b' }, 2);
  const open = (options: WorkspaceEventStreamOptions = {}) => new WorkspaceEventStream(makeCore(), options);
  /** The sessions of so many events. */
  const sessions = async (stream: WorkspaceEventStream, count: number) => {
    const found: unknown[] = [];
    for await (const event of stream) {
      if (event.event_type === 'text.started') found.push(event.session_id);
      if (found.length === count) return found;
    }
    return found;
  };

  it('given a connection that breaks off, then it goes on after the last event', async () => {
    server.behave(sse(`retry: 7\n\n${first}`, 'destroy'), sse(second, 'hang'));
    const stream = open({ lastEventId: '0' });
    expect(await sessions(stream, 2)).toEqual(['a', 'b']);
    expect(server.seen.map(({ headers }) => headers['last-event-id'])).toEqual(['0', '1']);
    expect(stream.lastEventId).toBe('2');
    expect(waits).toEqual([7]);
  });

  it('given a connection on which nothing comes, then it is given up', async () => {
    server.behave(sse(first, 'hang'), sse(second, 'hang'));
    expect(await sessions(open({ idleTimeoutMs: 30 }), 2)).toEqual(['a', 'b']);
  });

  it('given a server that never answers, then it is given up', async () => {
    server.behave(hang, sse(first, 'hang'));
    expect(await sessions(open({ idleTimeoutMs: 30 }), 1)).toEqual(['a']);
  });

  it('given a server that is away, then it waits twice as long each time, up to the bound', async () => {
    server.behave(
      answer(503),
      breakOff,
      answer(500),
      answer(429, { 'retry-after': '60' }),
      sse(first, 'hang'),
    );
    const told: number[] = [];
    const options = {
      initialDelayMs: 100,
      maxDelayMs: 300,
      onReconnect: (attempt: number) => told.push(attempt),
    };
    expect(await sessions(open(options), 1)).toEqual(['a']);
    expect(waits).toEqual([100, 200, 300, 60_000]);
    expect(told).toEqual([1, 2, 3, 4]);
  });

  it('given a server that stays away, then it ends', async () => {
    server.behave(answer(503));
    const error = { name: 'WorkspaceEventStreamError', code: 'transport_exhausted', retryable: true };
    await expect(sessions(open({ maxReconnects: 2 }), 1)).rejects.toMatchObject(error);
    expect(server.seen).toHaveLength(3);
  });

  it.each([
    ['a key that is refused', answer(401), 'auth'],
    ['a key that may not', answer(403), 'auth'],
    ['a workspace that is not there', answer(404), 'unknown'],
    [
      'too many streams',
      sse(frame('error', { code: 'too_many_streams', message: 'x', max_streams: 50 })),
      'too_many_streams',
    ],
  ])('given %s, then it ends at once', async (_what, behaviour, code) => {
    server.behave(behaviour);
    await expect(sessions(open(), 1)).rejects.toMatchObject({ code, retryable: false });
    expect(server.seen).toHaveLength(1);
  });

  it.each(['stream_unavailable', 'stream_error', 'something new'])(
    'given the error %s, then it connects again',
    async (code) => {
      server.behave(sse(frame('error', { code, message: 'x' })), sse(first, 'hang'));
      expect(await sessions(open(), 1)).toEqual(['a']);
    },
  );

  it('when it is aborted, then it ends so', async () => {
    server.behave(sse(first, 'hang'));
    const controller = new AbortController();
    const read = async () => {
      for await (const _event of open({ signal: controller.signal }))
        controller.abort(new RangeError('enough'));
    };
    await expect(read()).rejects.toMatchObject({ code: 'aborted', cause: { message: 'enough' } });
  });

  it('when one unsubscribes, then the subscription is done, and its connection closed', async () => {
    const closed = new Promise<void>((resolve) =>
      server.behave((response, request) => {
        response.once('close', resolve);
        sse(first, 'hang')(response, request);
      }),
    );
    const client = new PlatformClient({ apiKey: 'key', workspaceId: 'ws', baseUrl: server.url });
    await new Promise<void>((resolve, reject) => {
      const subscription = client.events.subscribeToWorkspace({
        onEvent: () => {
          subscription.unsubscribe();
          subscription.done.then(resolve, reject);
        },
      });
    });
    await closed;
  });
});
