import { isUnparseableErrorBody, paginate, PlatformClient, type AmigoError } from '../src/index.js';
import { answer, MisbehavingServer, type Behaviour } from './misbehaving-server.js';

let server: MisbehavingServer;
beforeAll(async () => void (server = await MisbehavingServer.start()));
afterAll(() => server.stop());

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  answer(status, headers, JSON.stringify(value));
const page = (ids: readonly string[], rest: object) => json({ items: ids.map((id) => ({ id })), ...rest });
const makeClient = (options = {}) =>
  new PlatformClient({ apiKey: 'key', workspaceId: 'ws', baseUrl: `${server.url}/`, ...options });
const paths = () => server.seen.map(({ path }) => path);

describe('a client', () => {
  it.each([
    ['no key', { apiKey: '' }, 'apiKey'],
    ['no workspace', { workspaceId: '' }, 'workspaceId'],
    ['no address', { baseUrl: undefined }, 'baseUrl'],
    ['an address of another kind', { baseUrl: 'ftp://example.com' }, 'baseUrl'],
    ['an address with a query', { baseUrl: 'https://example.com?a=b' }, 'baseUrl'],
    ['a region that has no address', { baseUrl: undefined, region: 'moon', baseUrls: {} }, 'moon'],
    ['a number of attempts that cannot be meant', { maxRetries: -1 }, 'maxRetries'],
  ])('given %s, then it says so', (_what, options, named) => {
    expect(() => makeClient(options)).toThrow(
      expect.objectContaining({
        name: 'ConfigurationError',
        message: expect.stringContaining(named) as string,
      }),
    );
  });

  it('takes the address of a region', () => {
    const baseUrls = { 'eu-central-1': 'https://eu.example.com' };
    const client = makeClient({ baseUrl: undefined, region: 'eu-central-1', baseUrls });
    expect(client.baseUrl).toBe('https://eu.example.com');
  });

  it('sends its key, and JSON only where there is a body', async () => {
    server.behave(json({ id: 'a' }));
    const client = makeClient();
    await client.agents.get('a b');
    await client.agents.create({ name: 'Mara' });
    expect(paths()).toEqual(['/v1/ws/agents/a%20b', '/v1/ws/agents']);
    expect(server.seen.map(({ headers }) => [headers.authorization, headers['content-type']])).toEqual([
      ['Bearer key', undefined],
      ['Bearer key', 'application/json'],
    ]);
    expect(server.seen[1]?.body).toBe('{"name":"Mara"}');
  });

  it.each(['', '.', '..'])('given the id %j, then nothing is sent', async (id) => {
    server.behave(json({}));
    await expect(makeClient().agents.get(id)).rejects.toThrow(TypeError);
    expect(paths()).toEqual([]);
  });

  it('repeats a parameter for each of its values, and leaves out what is absent', async () => {
    server.behave(page([], { has_more: false }));
    await makeClient().integrations.list({ sort_by: ['+name', '-created_at'], enabled: true });
    expect(paths()).toEqual(['/v1/ws/integrations?sort_by=%2Bname&sort_by=-created_at&enabled=true']);
  });
});

describe('a result', () => {
  it('tells of its response in properties that neither JSON nor loops show', async () => {
    const headers = { 'x-request-id': 'r-1', 'x-ratelimit-remaining': '59' };
    server.behave(json({ id: 'a' }, 200, headers));
    const agent = await makeClient().agents.get('a');
    expect(JSON.stringify(agent)).toBe('{"id":"a"}');
    expect(Object.keys(agent)).toEqual(['id']);
    expect(agent._request_id).toBe('r-1');
    expect(agent.lastResponse).toMatchObject({
      statusCode: 200,
      requestId: 'r-1',
      rateLimit: { remaining: 59 },
    });
  });

  it.each([204, 205])('given %i, then it is undefined', async (status) => {
    server.behave(answer(status, {}, ''));
    expect(await makeClient().agents.delete('a')).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['what is no JSON', '<html>'],
  ])('given a success with %s, then it is a ParseError with the body', async (_what, body) => {
    server.behave(answer(200, { 'x-request-id': 'r-2' }, body));
    const error = { name: 'ParseError', body, requestId: 'r-2' };
    await expect(makeClient().agents.get('a')).rejects.toMatchObject(error);
  });
});

describe('a body without end', () => {
  /** Sends as long as somebody reads: 200 MB at most. */
  const endless =
    (status: number): Behaviour =>
    (response) => {
      const piece = Buffer.alloc(1_048_576, 'a');
      let left = 200;
      const send = () => {
        while (left-- > 0 && response.write(piece));
        if (left > 0) response.once('drain', send);
        else response.end();
      };
      response.writeHead(status).on('error', () => undefined);
      send();
    };

  it('of an error, then the first MiB is read, and is no parsed body', async () => {
    server.behave(endless(404));
    const error: unknown = await makeClient()
      .agents.get('a')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'NotFoundError', rawBody: 'a'.repeat(8_192) });
    expect(isUnparseableErrorBody((error as AmigoError).errorBody)).toBe(true);
  });

  it('of a success, then it is a ParseError with its beginning', async () => {
    server.behave(endless(200));
    const error = { name: 'ParseError', statusCode: 200, body: 'a'.repeat(256) };
    await expect(makeClient().agents.get('a')).rejects.toMatchObject(error);
  });
});

describe('options', () => {
  it('of a request win over those of a resource, and these over those of the client; headers merge', async () => {
    server.behave(json({}));
    const client = makeClient({ headers: { one: 'client', two: 'client', three: 'client' } });
    const agents = client.agents.withOptions({ headers: { two: 'resource', three: null } });
    await agents.get('a', { headers: { four: 'request' } });
    expect(server.seen[0]?.headers).toMatchObject({ one: 'client', two: 'resource', four: 'request' });
    expect(server.seen[0]?.headers).not.toHaveProperty('three');
  });

  it('of a scoped client hold for each of its requests', async () => {
    server.behave(answer(503));
    const once = makeClient().withOptions({ maxRetries: 0 });
    await expect(once.services.list()).rejects.toMatchObject({ name: 'ServiceUnavailableError' });
    expect(paths()).toHaveLength(1);
  });

  it('given a time-out longer than timers can be, then the answer is waited for', async () => {
    server.behave((response) => setTimeout(() => response.end('{"id":"a"}'), 50));
    expect(await makeClient({ timeout: 2 ** 31 }).agents.get('a')).toEqual({ id: 'a' });
  });

  it('given an aborted signal, then its reason is thrown', async () => {
    const signal = AbortSignal.abort(new RangeError('enough'));
    await expect(makeClient().agents.list({}, { signal })).rejects.toThrow(RangeError);
  });
});

describe('all items of a list', () => {
  const idsOf = async (items: AsyncIterable<{ readonly id?: string }>) => {
    const ids: unknown[] = [];
    for await (const { id } of items) ids.push(id);
    return ids;
  };

  it('given tokens, then each page is asked for with the token of the one before, and the same parameters', async () => {
    server.behave(
      page(['a', 'b'], { has_more: true, continuation_token: 2 }),
      page(['c'], { has_more: false, continuation_token: null }),
    );
    expect(await idsOf(makeClient().agents.listAutoPaging({ search: 'x' }))).toEqual(['a', 'b', 'c']);
    expect(paths()).toEqual(['/v1/ws/agents?search=x', '/v1/ws/agents?search=x&continuation_token=2']);
  });

  it('given opaque tokens, then they go back unchanged', async () => {
    server.behave(
      page(['a'], { has_more: true, continuation_token: 'x+/=' }),
      page(['b'], { has_more: true, continuation_token: null }),
    );
    expect(await idsOf(makeClient().integrations.listAutoPaging())).toEqual(['a', 'b']);
    expect(paths()[1]).toBe('/v1/ws/integrations?continuation_token=x%2B%2F%3D');
  });

  it('given a next offset, then it is the next page', async () => {
    const asked: unknown[] = [];
    const fetchPage = (position: object) => {
      asked.push(position);
      return Promise.resolve({
        entities: [{ id: `${asked.length}` }],
        has_more: asked.length < 2,
        next_offset: 7,
      });
    };
    expect(await idsOf(paginate(fetchPage, ({ entities }) => entities))).toEqual(['1', '2']);
    expect(asked).toEqual([{}, { offset: 7 }]);
  });

  it('given neither, then the number of items is the offset', async () => {
    server.behave(page(['a', 'b'], { has_more: true, total: 3 }), page(['c'], { has_more: false, total: 3 }));
    expect(await idsOf(makeClient().conversations.listAutoPaging({ limit: 2, offset: 4 }))).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(paths()[1]).toBe('/v1/ws/conversations?limit=2&offset=6');
  });

  it('given an empty page that claims more, then it ends', async () => {
    server.behave(page([], { has_more: true }));
    expect(await idsOf(makeClient().conversations.listAutoPaging())).toEqual([]);
    expect(paths()).toHaveLength(1);
  });

  it('given an empty page with another token, then it goes on', async () => {
    server.behave(
      page([], { has_more: true, continuation_token: 2 }),
      page(['a'], { has_more: false, continuation_token: null }),
    );
    expect(await idsOf(makeClient().agents.listAutoPaging())).toEqual(['a']);
  });

  it('given a token that repeats, then it ends', async () => {
    server.behave(page(['a'], { has_more: true, continuation_token: 2 }));
    expect(await idsOf(makeClient().agents.listAutoPaging())).toEqual(['a', 'a']);
    expect(paths()).toHaveLength(2);
  });

  it('when one leaves the loop, then no further page is asked for', async () => {
    server.behave(page(['a', 'b'], { has_more: true, continuation_token: 2 }));
    for await (const _agent of makeClient().agents.listAutoPaging()) break;
    expect(paths()).toHaveLength(1);
  });
});

describe('a route without a method of its own', () => {
  it('is called by its path, in which the workspace is that of the client', async () => {
    server.behave(json({ id: 'a' }, 200, { 'x-request-id': 'r-3' }));
    const client = makeClient();
    const path = { agent_id: 'a', workspace_id: 'another' };
    const { data, requestId } = await client.GET('/v1/{workspace_id}/agents/{agent_id}', { path });
    expect([data, requestId]).toEqual([{ id: 'a' }, 'r-3']);
    await client.defineRoute('POST', '/v1/{workspace_id}/agents')({ body: { name: 'Mara' } });
    expect(paths()).toEqual(['/v1/ws/agents/a', '/v1/ws/agents']);
  });
});
