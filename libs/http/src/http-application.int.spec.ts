import { startSample, type Sample } from '../test/harness.js';
import { rawConnection, until } from '../test/raw-connection.js';

let sample: Sample;
beforeAll(async () => {
  sample = await startSample({ limits: { bodyBytes: 10_000 } });
});
afterAll(() => sample.application.stop(0));

const post = (
  body: string | Uint8Array<ArrayBuffer> | FormData,
  headers: Record<string, string> = {},
  path = '/v1/demo/thing/',
) =>
  fetch(`${sample.url}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const bodyOf = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('a request', () => {
  it('gets the same response with and without a final slash', async () => {
    for (const path of ['/v1/demo/thing/', '/v1/demo/thing']) {
      const response = await fetch(`${sample.url}${path}?limit=3`);
      expect([response.status, await response.json()]).toEqual([200, { org: 'demo', limit: 3 }]);
    }
  });

  it('reaches its route with an id of any length in its path', async () => {
    const id = '\u{1f642}'.repeat(256);
    const response = await fetch(`${sample.url}/v1/${encodeURIComponent(id)}/thing`);
    expect([response.status, await response.json()]).toEqual([200, { org: id, limit: 10 }]);
  });

  it('may begin its JSON with a byte order mark, and name the coding `identity`', async () => {
    const response = await post('\u{feff}{"name":"x"}', { 'content-encoding': 'Identity' });
    expect([response.status, await response.json()]).toEqual([201, { name: 'x' }]);
  });

  it('keeps its own request id if that is harmless', async () => {
    const given = await fetch(`${sample.url}/v1/demo/thing`, { headers: { 'x-request-id': 'mine-1' } });
    const odd = await fetch(`${sample.url}/v1/demo/thing`, { headers: { 'x-request-id': 'a b"c' } });
    const ofSomebody = { 'x-request-id': 'ada@example.com' };
    const telling = await fetch(`${sample.url}/v1/demo/thing`, { headers: ofSomebody });

    expect(given.headers.get('x-request-id')).toBe('mine-1');
    expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(telling.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is logged once, with its pattern, status, request id and trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await fetch(`${sample.url}/v1/demo/thing`, { headers: { 'x-request-id': 'logged-1', traceparent } });

    const lines = () => sample.logged.filter((line) => line['request_id'] === 'logged-1');
    await until(() => lines().length > 0);
    expect(lines()).toMatchObject([
      {
        message: 'request served',
        'http.route': '/v1/:org/thing',
        'http.response.status_code': 200,
        trace_id: '0af7651916cd43dd8448eb211c80319c',
      },
    ]);
  });

  it('gets headers that forbid sniffing, framing and caching', async () => {
    const response = await fetch(`${sample.url}/v1/demo/thing`);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('may have a repeated slash, as clients make it of a base URL with a final one', async () => {
    expect((await fetch(`${sample.url}//v1/demo/thing`)).status).toBe(200);
    const other = await fetch(`${sample.url}//v1/demo/thing`, { method: 'DELETE' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
  });

  it('may be HEAD or OPTIONS', async () => {
    const head = await fetch(`${sample.url}/v1/demo/thing`, { method: 'HEAD' });
    const options = await fetch(`${sample.url}/v1/demo/thing/`, { method: 'OPTIONS' });

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
  });
});

describe('a rejected request', () => {
  it('gets the one error body', async () => {
    const response = await fetch(`${sample.url}/v1/demo/nothing`, { headers: { 'x-request-id': 'r-1' } });

    expect(response.status).toBe(404);
    expect(await bodyOf(response)).toEqual({
      message: 'There is nothing at this path.',
      detail: 'There is nothing at this path.',
      error_code: 'not_found',
      code: 'not_found',
      request_id: 'r-1',
    });
  });

  it('names every invalid field on 422', async () => {
    const response = await post(JSON.stringify({ name: ' ', size: 'big' }));

    expect(response.status).toBe(422);
    expect(await bodyOf(response)).toMatchObject({
      error_code: 'validation_failed',
      detail: [
        { loc: ['body', 'name'], type: 'string_too_short' },
        { loc: ['body', 'size'], type: 'number_type' },
      ],
      errors: { 'body.name': expect.any(String) as string },
    });
  });

  it('says what is missing, and where a query parameter is wrong', async () => {
    const missing = await bodyOf(await post('{}'));
    const empty = await bodyOf(await post(''));
    const query = await bodyOf(await fetch(`${sample.url}/v1/demo/thing?limit=21`));

    expect(missing['detail']).toEqual([{ loc: ['body', 'name'], msg: 'is required', type: 'missing' }]);
    expect(empty['detail']).toEqual([{ loc: ['body'], msg: 'is required', type: 'missing' }]);
    expect(query['detail']).toMatchObject([{ loc: ['query', 'limit'], type: 'less_than_equal' }]);
  });

  it('never shows details of an unexpected error', async () => {
    const response = await fetch(`${sample.url}/v1/demo/broken`, { headers: { 'x-request-id': 'r-500' } });

    expect(response.status).toBe(500);
    expect(JSON.stringify(await response.json())).not.toContain('hunter2');
    expect(JSON.stringify(sample.logged.filter((line) => line['request_id'] === 'r-500'))).toContain(
      'hunter2',
    );
  });

  it('shows the methods of a path', async () => {
    const response = await fetch(`${sample.url}/v1/demo/thing`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS, POST']);
    expect((await bodyOf(response))['code']).toBe('method_not_allowed');
  });
});

describe('bad input', () => {
  const cases: [string, () => Promise<Response>, number, string][] = [
    ['malformed JSON', () => post('{"name":'), 400, 'invalid_request'],
    ['JSON in another charset', () => post(Uint8Array.of(0x22, 0xff, 0x22)), 400, 'invalid_request'],
    ['the key __proto__', () => post('{"__proto__":{"name":"x"}}'), 400, 'invalid_request'],
    ['the key __proto__, escaped', () => post('{"\\u005f_proto__":{}}'), 400, 'invalid_request'],
    ['U+0000', () => post('{"name":"a\\u0000"}'), 422, 'validation_failed'],
    ['a lone surrogate', () => post('{"name":"\\ud800"}'), 422, 'validation_failed'],
    ['text instead of JSON', () => post('x', { 'content-type': 'text/plain' }), 422, 'validation_failed'],
    ['a form instead of JSON', () => post(new FormData(), {}), 400, 'invalid_request'],
    ['a compressed body', () => post('x', { 'content-encoding': 'gzip' }), 422, 'validation_failed'],
    ['a body that is too large', () => post(`"${'x'.repeat(10_000)}"`), 413, 'payload_too_large'],
    ['broken escapes in the path', () => fetch(`${sample.url}/v1/%ff/thing`), 404, 'not_found'],
    ['broken escapes in the query', () => fetch(`${sample.url}/v1/demo/thing?x=%c3`), 400, 'invalid_request'],
    ['U+0000 in the query', () => fetch(`${sample.url}/v1/demo/thing?x=%00`), 422, 'validation_failed'],
    ['JSON instead of a form', () => post('{}', {}, '/v1/demo/form'), 422, 'validation_failed'],
    [
      'a form without boundary',
      () => post('x', { 'content-type': 'multipart/form-data' }, '/v1/demo/form'),
      422,
      'validation_failed',
    ],
    [
      'a form of an empty boundary',
      () => post('x', { 'content-type': 'multipart/form-data; boundary=' }, '/v1/demo/form'),
      422,
      'validation_failed',
    ],
    [
      'sound instead of a form',
      () => post('x', { 'content-type': 'audio/wav' }, '/v1/demo/form'),
      415,
      'unsupported_audio',
    ],
    ['sound instead of JSON', () => post('x', { 'content-type': 'audio/wav' }), 422, 'validation_failed'],
    ['a content type that is none', () => post('x', { 'content-type': ';' }), 422, 'validation_failed'],
    [
      'a form that breaks off',
      () =>
        post('--b\r\ncontent-dis', { 'content-type': 'multipart/form-data; boundary=b' }, '/v1/demo/form'),
      400,
      'invalid_request',
    ],
  ];

  it.each(cases)('%s is rejected', async (_name, send, status, code) => {
    const response = await send();
    expect([response.status, (await bodyOf(response))['error_code']]).toEqual([status, code]);
  });

  const ofBoundary = 'multipart/form-data; boundary=b';
  const part = '--b\r\ncontent-disposition: form-data; name="text"\r\n\r\nhello\r\n';
  const toForm = (body: string | FormData | ReadableStream, contentType?: string) =>
    fetch(`${sample.url}/v1/demo/form`, {
      method: 'POST',
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
      ...(contentType && { headers: { 'content-type': contentType } }),
    });
  const formOf = (texts: readonly string[]) => {
    const data = new FormData();
    for (const text of texts) data.append('text', text);
    return data;
  };
  const words: [string, () => Promise<Response>, RegExp][] = [
    ['JSON that breaks off', () => post('{"name":'), /: it ends too early\.$/],
    [
      'malformed JSON',
      () => post('{\n "name": hunter2}'),
      /not valid JSON[^a-z]*( \(line 2 column \d+\))?\.$/,
    ],
    ['a body that is too large', () => post(`"${'x'.repeat(10_000)}"`), /at most 10000 bytes/],
    ['a form without boundary', () => toForm('x', 'multipart/form-data'), /must name the boundary/],
    [
      'a form of another boundary',
      () => toForm('--a--', 'multipart/form-data; boundary=b'),
      /by the boundary/,
    ],
    ['a form that is too large', () => toForm(formOf(['x'.repeat(1_001)])), /at most 1000 bytes/],
    [
      'parts that are too large',
      () => toForm(formOf(['x'.repeat(600), 'x'.repeat(600)])),
      /at most 1000 bytes/,
    ],
    ['too many parts', () => toForm(formOf(['a', 'b', 'c', 'd', 'e'])), /at most 4 /],
    ['a form with much before its parts', () => toForm('x'.repeat(10_000), ofBoundary), /at most 1000 bytes/],
    [
      'a form with much after its parts, of unknown length',
      () => toForm(new Blob([part, '--b--', 'x'.repeat(10_000)]).stream(), ofBoundary),
      /at most 1000 bytes/,
    ],
    [
      'a part with long headers',
      () => toForm(`--b\r\n${'x-filler: y\r\n'.repeat(1_000)}\r\n--b--`, ofBoundary),
      /at most 1000 bytes/,
    ],
  ];

  it.each(words)('%s gets the error that says what would be right', async (_name, send, message) => {
    const body = await bodyOf(await send());
    expect(body['message']).toMatch(message);
    expect(body['message']).not.toContain('hunter2');
  });

  it('of a form is checked by its bytes', async () => {
    const form = (bytes: Uint8Array, name = 'text') => {
      const data = new FormData();
      data.append(name, new Blob([bytes]));
      return fetch(`${sample.url}/v1/demo/form`, { method: 'POST', body: data });
    };

    expect((await form(Uint8Array.of(0xff))).status).toBe(400);
    expect((await form(Uint8Array.of(0))).status).toBe(422);
    expect((await form(new Uint8Array(2_000))).status).toBe(413);
    expect((await form(Uint8Array.of(0x61), 'constructor')).status).toBe(400);
  });

  it('that stalls gets 408 and the connection is closed', async () => {
    const impatient = await startSample({ limits: { stalledBodyMs: 200 } });
    const client = rawConnection(impatient.port);
    client.send(
      'POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"na',
    );
    await client.closed();

    expect(client.received()).toContain('HTTP/1.1 408');
    expect(client.received()).toContain('"error_code":"request_timeout"');
    await impatient.application.stop(0);
  });

  it('that breaks off does not harm the server', async () => {
    const client = rawConnection(sample.port);
    client.send(
      'POST /v1/demo/thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"na',
    );
    client.socket.end();
    await client.closed();

    expect((await fetch(`${sample.url}/livez`)).status).toBe(200);
  });

  it.each([
    ['no host', ''],
    ['two hosts', 'host: a\r\nHost: b\r\n'],
    ['an expectation of its own', 'host: x\r\nexpect: banana\r\n'],
  ])('that names %s is refused with the one error body', async (_what, headers) => {
    const client = rawConnection(sample.port);
    client.send(`GET /v1/demo/thing HTTP/1.1\r\n${headers}connection: close\r\n\r\n`);
    await client.closed();
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s);
  });

  it('that is not HTTP, or has too large headers, is rejected on the connection', async () => {
    const garbage = rawConnection(sample.port);
    garbage.send('hello there\r\n\r\n');
    await garbage.closed();
    const large = rawConnection(sample.port);
    large.send(`GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    await large.closed();

    const unencoded = rawConnection(sample.port);
    unencoded.send('GET /v1/demo/thing?name=é HTTP/1.1\r\nhost: x\r\n\r\n');
    await unencoded.closed();

    expect(unencoded.received()).toMatch(
      /^HTTP\/1\.1 400 .*must be percent-encoded.*"error_code":"invalid_request"/s,
    );
    expect(garbage.received()).toMatch(/^HTTP\/1\.1 400 .*"error_code":"invalid_request"/s);
    expect(large.received()).toMatch(/^HTTP\/1\.1 431 .*"error_code":"invalid_request"/s);
    expect(large.received()).toMatch(/^x-content-type-options: nosniff\r$/m);
  });
});

describe('a port that is taken', () => {
  it('is reported by its code', async () => {
    const second = await startSample();
    await expect(second.application.listen(sample.port, '127.0.0.1')).rejects.toMatchObject({
      code: expect.stringMatching(/EADDRINUSE|ERR_SERVER_ALREADY_LISTEN|FST_ERR_REOPENED_SERVER/) as string,
    });
    await second.application.stop(0);
  });
});

describe('health', () => {
  it('reports whether the process lives, whether it serves, and its metrics', async () => {
    const [live, ready, metrics] = await Promise.all(
      ['livez', 'readyz', 'metrics'].map((path) => fetch(`${sample.url}/${path}`)),
    );
    expect([live?.status, ready?.status]).toEqual([200, 200]);
    expect(await metrics?.text()).toContain('http_server_request_seconds_bucket');
  });

  it('says what is missing', async () => {
    const unready = await startSample({ readiness: () => ['identity is not reachable'] });
    const response = await fetch(`${unready.url}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'unavailable', missing: ['identity is not reachable'] },
    ]);
    await unready.application.stop(0);
  });
});
