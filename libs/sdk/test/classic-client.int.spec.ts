import { ClassicClient } from '../src/index.js';
import { apiKeySignInSource } from '../src/classic/sign-in.js';
import { platformEnvironment } from '../src/transport/environment.js';
import { answer, breakOff, MisbehavingServer, type Behaviour } from './misbehaving-server.js';

let server: MisbehavingServer;
beforeAll(async () => void (server = await MisbehavingServer.start()));
afterAll(() => server.stop());

const now = Date.parse('2026-11-23T12:00:00Z');
const signIn = (token: string, minutes: number, nowMs = now): Behaviour =>
  answer(
    200,
    { date: new Date(nowMs).toUTCString() },
    JSON.stringify({ id_token: token, expires_at: new Date(nowMs + minutes * 60_000).toISOString() }),
  );
const makeClient = (options = {}) =>
  new ClassicClient({
    ...{ baseUrl: server.url, org: 'my org', apiKey: 'key', apiKeyId: 'key-id', userId: 'user' },
    ...options,
  });
const paths = () => server.seen.map(({ path }) => path);

describe('signing in', () => {
  let nowMs: number;
  beforeEach(() => void (nowMs = now));
  const makeSource = () =>
    apiKeySignInSource(
      { baseUrl: server.url, org: 'my org', apiKey: 'key', apiKeyId: 'key-id', userId: 'user' },
      {},
      { ...platformEnvironment, now: () => nowMs, sleep: () => Promise.resolve() },
    );

  it('sends the key in headers, without a body', async () => {
    server.behave(signIn('t1', 60));
    expect(await makeSource().token()).toBe('t1');
    const headers = { 'x-api-key': 'key', 'x-api-key-id': 'key-id', 'x-user-id': 'user' };
    expect(server.seen[0]).toMatchObject({
      path: '/v1/my%20org/user/signin_with_api_key',
      headers,
      body: '',
    });
  });

  it('given many requests at once, then it happens once', async () => {
    server.behave(signIn('t1', 60));
    const source = makeSource();
    expect(await Promise.all([source.token(), source.token(), source.token()])).toEqual(['t1', 't1', 't1']);
    expect(paths()).toHaveLength(1);
  });

  it.each([
    ['an hour', 60, 55],
    ['six minutes', 6, 3],
  ])(
    'given a token for %s, then it is renewed after %i minutes less its margin',
    async (_what, life, renewed) => {
      server.behave(signIn('t1', life), signIn('t2', life));
      const source = makeSource();
      await source.token();
      nowMs = now + renewed * 60_000 - 1;
      expect(await source.token()).toBe('t1');
      nowMs += 1;
      expect(await source.token()).toBe('t2');
    },
  );

  it('given a clock that is wrong by a day, then it counts by that of the server', async () => {
    server.behave(signIn('t1', 60), signIn('t2', 60));
    const source = makeSource();
    nowMs = now + 86_400_000;
    await source.token();
    nowMs += 54 * 60_000;
    expect(await source.token()).toBe('t1');
  });

  it('given a refused token, then the next request signs in again', async () => {
    server.behave(
      signIn('t1', 60),
      answer(401, {}, '{"error_code":"token_expired"}'),
      signIn('t2', 60),
      answer(200),
    );
    const client = makeClient();
    await expect(client.organization.get()).rejects.toMatchObject({ name: 'AuthenticationError' });
    await client.organization.get();
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      ...[undefined, 'Bearer t1'],
      ...[undefined, 'Bearer t2'],
    ]);
  });

  it('given a key that is refused, then each request that waits for it learns so, and a later one tries again', async () => {
    server.behave(answer(401), answer(401), signIn('t1', 60));
    const source = makeSource();
    await expect(source.token()).rejects.toMatchObject({ name: 'AuthenticationError', statusCode: 401 });
    await expect(source.token()).rejects.toMatchObject({ name: 'AuthenticationError' });
    expect(await source.token()).toBe('t1');
  });

  it('when one of those who wait leaves, then the others get the token', async () => {
    const controller = new AbortController();
    server.behave((response, request) => {
      controller.abort(new RangeError('enough'));
      signIn('t1', 60)(response, request);
    });
    const source = makeSource();
    const [left, stayed] = await Promise.allSettled([source.token(controller.signal), source.token()]);
    expect(left).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
    expect(stayed).toEqual({ status: 'fulfilled', value: 't1' });
  });

  it('given a response without a token, then the error shows nothing of it', async () => {
    server.behave(answer(200, {}, '{"secret":"s"}'));
    const error: unknown = await makeSource()
      .token()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ParseError', body: '' });
  });

  it.each(['apiKey', 'apiKeyId', 'userId', 'org', 'baseUrl'])(
    'without %s is a wrong configuration',
    (name) => {
      expect(() => makeClient({ [name]: undefined })).toThrow(
        expect.objectContaining({
          name: 'ConfigurationError',
          message: expect.stringContaining(name) as string,
        }),
      );
    },
  );
});

describe('a conversation', () => {
  const tokens = { token: () => 'token' };
  const lines = (...events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`);
  const created = { type: 'conversation-created', conversation_id: 'c' };
  const complete = { type: 'interaction-complete', interaction_id: 'i' };
  /** Piece by piece, each as its own chunk. */
  const stream =
    (pieces: readonly (string | Buffer)[], atEnd: 'end' | 'destroy' | 'hang' = 'end'): Behaviour =>
    (response) => {
      response.writeHead(201, { 'content-type': 'application/x-ndjson', 'x-request-id': 'r-1' });
      const write = ([piece, ...rest]: readonly (string | Buffer)[]): void => {
        if (piece !== undefined) return void response.write(piece, () => setImmediate(() => write(rest)));
        if (atEnd === 'end') response.end();
        if (atEnd === 'destroy') response.socket?.destroy();
      };
      write(pieces);
    };
  const typesOf = async (events: AsyncIterable<{ readonly type: string }>) => {
    const types: string[] = [];
    for await (const { type } of events) types.push(type);
    return types;
  };
  const begin = (options = {}) => makeClient({ tokens }).conversations.create({ service_id: 's' }, options);

  it('asks for text, unless told otherwise', async () => {
    server.behave(stream(lines(created, complete)));
    await typesOf(await begin());
    await typesOf(await begin({ query: { response_format: 'voice' } }));
    expect(paths()).toEqual([
      '/v1/my%20org/conversation/?response_format=text',
      '/v1/my%20org/conversation/?response_format=voice',
    ]);
  });

  it('gives the events as they come, however the stream is cut', async () => {
    const text = Buffer.from(
      lines(created, { type: 'new-message', message: 'Grüß Gott 👋' }, complete).join('\n'),
    );
    const bytes = [...text].map((byte) => Buffer.from([byte]));
    server.behave(stream(bytes));
    const events = await begin();
    expect(events.lastResponse).toMatchObject({ statusCode: 201, requestId: 'r-1' });
    const seen = [];
    for await (const event of events) seen.push(event);
    expect(seen).toEqual([created, { type: 'new-message', message: 'Grüß Gott 👋' }, complete]);
  });

  it('says something as a form', async () => {
    server.behave(stream(lines(complete)));
    const client = makeClient({ tokens });
    await typesOf(await client.conversations.interact('c', 'Hello'));
    expect(paths()).toEqual([
      '/v1/my%20org/conversation/c/interact?request_format=text&response_format=text',
    ]);
    expect(server.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(server.seen[0]?.body).toMatch(/name="recorded_message"\r\n\r\nHello\r\n/);
  });

  it('when one leaves the loop, then the connection is closed', async () => {
    const closed = new Promise<void>((resolve) =>
      server.behave((response, request) => {
        response.once('close', resolve);
        stream(lines(created), 'hang')(response, request);
      }),
    );
    for await (const { type } of await begin()) if (type === 'conversation-created') break;
    await closed;
  });

  it('when it is closed without a loop, then the connection is closed', async () => {
    const closed = new Promise<void>((resolve) =>
      server.behave((response, request) => {
        response.once('close', resolve);
        stream(lines(created), 'hang')(response, request);
      }),
    );
    const events = await begin();
    await events.close();
    await closed;
  });

  it('when it is aborted, then the loop ends with the reason', async () => {
    const controller = new AbortController();
    server.behave(stream(lines(created), 'hang'));
    const read = async () => {
      for await (const _event of await begin({ signal: controller.signal }))
        controller.abort(new RangeError('enough'));
    };
    await expect(read()).rejects.toThrow(RangeError);
  });

  it.each([
    ['that breaks off', stream(lines(created), 'destroy'), 'NetworkError'],
    ['that ends before the interaction is complete', stream(lines(created)), 'NetworkError'],
    ['with a line that is no JSON', stream(['{"type":\n']), 'ParseError'],
    [
      'with a line that never ends',
      stream([...Array<string>(18)].map(() => ' '.repeat(65_536))),
      'ParseError',
    ],
    ['that never begins', breakOff, 'NetworkError'],
    ['that is refused', answer(409, {}, '{"detail":"open"}'), 'ConflictError'],
  ])('given a stream %s, then it is an error', async (_what, behaviour, name) => {
    server.behave(behaviour);
    const read = async () => typesOf(await begin());
    await expect(read()).rejects.toMatchObject({ name });
  });

  it('gives the error of a void interaction as its last event', async () => {
    server.behave(stream(lines(created, { type: 'error', http_error_code: 500, error_description: 'x' })));
    expect(await typesOf(await begin())).toEqual(['conversation-created', 'error']);
  });
});
