import type { JsonValue } from '@svc/kernel';
import type { HttpTool } from '../src/index.js';
import { closedPort, createRunner, httpTool, never, startServer, stopAll, toolCall } from './harness.js';

afterEach(stopAll);

describe('a request that should reach our own network', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '2130706433', '[::ffff:127.0.0.1]'])(
    'written as %s, then nothing is sent, and nothing is tried again',
    async (host) => {
      const { port, requests } = await startServer((response) => response.end('internal'));
      const { runner, waits } = createRunner({ allowed: [] });
      const outcome = await runner.run(httpTool(`http://${host}:${port}`), toolCall(), never);
      expect(outcome).toMatchObject({
        type: 'failed',
        class: 'generic',
        reason: 'The address of this tool is not allowed.',
      });
      expect([requests, waits]).toEqual([[], []]);
    },
  );

  it('behind a name, then nothing is sent', async () => {
    const { port, requests } = await startServer((response) => response.end('internal'));
    const resolver = { resolve: async () => ['127.0.0.1'] };
    const { runner } = createRunner({ allowed: [], resolver });
    expect(await runner.run(httpTool(`http://inside.example:${port}`), toolCall(), never)).toMatchObject({
      type: 'failed',
      reason: 'The address of this tool is not allowed.',
    });
    expect(requests).toEqual([]);
  });

  it('behind a redirect, then it is not followed', async () => {
    const inside = await startServer((response) => response.end('internal'));
    const { url } = await startServer((response) => response.writeHead(307, { location: inside.url }).end());
    expect(await createRunner().runner.run(httpTool(url), toolCall(), never)).toMatchObject({
      type: 'failed',
      reason: 'The server answered 307; redirects are not followed.',
    });
    expect(inside.requests).toEqual([]);
  });
});

describe('a path that should leave its base', () => {
  const send = async (
    tool: Partial<HttpTool>,
    input: Readonly<Record<string, JsonValue>>,
    base = '/v1/agents',
  ) => {
    const { url, requests } = await startServer((response) => response.end('"sent"'));
    const outcome = await createRunner().runner.run(httpTool(url + base, tool), toolCall({ input }), never);
    return { outcome, requests };
  };

  it.each([
    ['..', '{id}'],
    ['.', '{id}/delete'],
    ['..', 'users/{id}/{id}/admin'],
    ['.', 'users/{id}{id}/admin'],
    ['', 'users/{id}/notes'],
    [{ a: 1 }, '{id}'],
    [null, '{id}'],
  ])('given the input %j in %s, then it is refused', async (id, path) => {
    const { outcome, requests } = await send({ path }, { id });
    expect(outcome).toMatchObject({ type: 'failed', class: 'input_rejected' });
    expect(requests).toEqual([]);
  });

  it('given no input for it, then it is refused, also where objects inherit one', async () => {
    const { outcome, requests } = await send({ path: '{constructor}' }, {});
    expect(outcome).toMatchObject({ type: 'failed', class: 'input_rejected' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['../../admin', '/v1/agents/..%2F..%2Fadmin'],
    ['http://127.0.0.1/admin', '/v1/agents/http%3A%2F%2F127.0.0.1%2Fadmin'],
    ['//other.example/', '/v1/agents/%2F%2Fother.example%2F'],
    ['\\..\\admin', '/v1/agents/%5C..%5Cadmin'],
    ['%2e%2e', '/v1/agents/%252e%252e'],
    ['a?b=c#d', '/v1/agents/a%3Fb%3Dc%23d'],
    ['a\r\nx: y', '/v1/agents/a%0D%0Ax%3A%20y'],
    ['{other}{{KEY}}', '/v1/agents/%7Bother%7D%7B%7BKEY%7D%7D'],
    ['\ud800', '/v1/agents/%EF%BF%BD'],
  ])('given the input %j, then it stays one part of the path', async (id, expected) => {
    const { outcome, requests } = await send({ path: '{id}', method: 'GET' }, { id });
    expect(outcome).toMatchObject({ type: 'ended' });
    expect(requests).toMatchObject([{ path: expected }]);
  });

  it.each([
    ['../admin', 'input_rejected'],
    ['users/%2e%2E/../admin', 'input_rejected'],
    ['a/.\t./.\t./.\t./admin', 'generic'],
  ])('given %j in a definition, then nothing is sent', async (path, failureClass) => {
    const { outcome, requests } = await send({ path }, {});
    expect(outcome).toMatchObject({ type: 'failed', class: failureClass });
    expect(requests).toEqual([]);
  });

  it.each(['http://other.example/x', '/other.example/x', '\\\\other.example/x'])(
    'given %j in a definition, then it is a path below the base',
    async (path) => {
      const { outcome, requests } = await send({ path, method: 'GET' }, {});
      expect(outcome).toMatchObject({ type: 'ended' });
      expect(requests[0]?.path.startsWith('/v1/agents/')).toBe(true);
    },
  );

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:word@127.0.0.1/', 'nonsense'])(
    'given the base %s, then nothing is sent',
    async (baseUrl) => {
      const outcome = await createRunner().runner.run(httpTool(baseUrl), toolCall(), never);
      expect(outcome).toMatchObject({
        type: 'failed',
        class: 'generic',
        reason: expect.stringContaining('base URL'),
      });
    },
  );
});

describe('a header that should become two', () => {
  it.each([
    ['value', { 'x-one': 'a\r\nx-two: b' }],
    ['value', { 'x-one': 'a\nb' }],
    ['value', { 'x-one': 'é\u0100' }],
    ['name', { 'x-one\r\nx-two': 'a' }],
    ['name', { '': 'a' }],
  ])('by its %s: %j, then nothing is sent', async (_where, headers) => {
    const { url, requests } = await startServer((response) => response.end());
    const outcome = await createRunner().runner.run(httpTool(url, { headers }), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic' });
    expect(requests).toEqual([]);
  });

  it('by a secret, then nothing is sent, and the reason does not hold it', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const values = { variables: {}, secrets: { KEY: 'word\r\nx-two: b' } };
    const tool = httpTool(url, { headers: { 'x-one': '{{KEY}}' } });
    const outcome = await createRunner().runner.run(tool, toolCall({ values }), never);
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic' });
    expect(JSON.stringify(outcome)).not.toContain('word');
    expect(requests).toEqual([]);
  });

  it.each([
    'Host',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Idempotency-Key',
    'Accept-Encoding',
  ])('given %s, which belongs to the connection or to us, then nothing is sent', async (name) => {
    const { url, requests } = await startServer((response) => response.end());
    const outcome = await createRunner().runner.run(
      httpTool(url, { headers: { [name]: '1' } }),
      toolCall(),
      never,
    );
    expect(outcome).toMatchObject({ type: 'failed', reason: expect.stringContaining("can't be set") });
    expect(requests).toEqual([]);
  });
});

describe('an input that should replace what the definition says', () => {
  it('given a static field, then it wins', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const tool = httpTool(url, { staticBodyFields: { account: 'ours' } });
    const input = JSON.parse('{"account":"theirs","__proto__":{"a":1}}') as Record<string, JsonValue>;
    await createRunner().runner.run(tool, toolCall({ input }), never);
    expect(requests[0]?.body).toBe('{"__proto__":{"a":1},"account":"ours"}');
  });

  it('given a placeholder, then it is text', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const values = { variables: { NAME: '{{KEY}}' }, secrets: { KEY: 'brass-key' } };
    const tool = httpTool(url, { staticBodyFields: { name: '{{NAME}}' } });
    await createRunner().runner.run(tool, toolCall({ input: { text: '{{KEY}}' }, values }), never);
    expect(requests[0]?.body).toBe('{"text":"{{KEY}}","name":"{{KEY}}"}');
  });
});

describe('secrets that a server echoes', () => {
  const secret = 'brass "key"/?>~+1';
  const values = { variables: {}, secrets: { KEY: secret } };
  const forms = {
    plain: secret,
    url: encodeURIComponent(secret),
    form: new URLSearchParams([['k', secret]]).toString(),
    base64: Buffer.from(secret).toString('base64'),
    json: JSON.stringify(secret),
  };
  const echo = (status: number, body: string, type = 'application/json') =>
    startServer((response) => response.writeHead(status, { 'content-type': type }).end(body));
  const escaped = (text: string) =>
    [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

  it.each<[string, number, string, string]>([
    [
      'as values and names of JSON',
      200,
      JSON.stringify({ ...forms, [secret]: [secret] }),
      'application/json',
    ],
    ['as text', 200, Object.values(forms).join('\n'), 'text/plain'],
    ['in JSON escapes', 200, `{"key":"${escaped(secret)}"}`, 'application/json'],
    ['in an error', 500, JSON.stringify(forms), 'application/json'],
    ['in an error that is text', 403, `wrong: ${forms.plain} ${forms.base64}`, 'text/plain'],
  ])('%s, then nothing that comes back holds them, nor does the log', async (_how, status, body, type) => {
    const { url } = await echo(status, body, type);
    const { runner, lines } = createRunner();
    const tool = httpTool(url, {
      headers: { 'x-key': '{{KEY}}' },
      responseTemplate: status === 200 ? '{{.}}' : null,
    });
    const outcome = await runner.run(tool, toolCall({ values }), never);
    const seen = JSON.stringify(outcome) + lines.join('');
    expect(seen).toContain('[redacted]');
    expect(seen).not.toContain('brass');
    expect(seen).not.toContain(forms.base64);
  });

  it('given one at the place where the answer is cut, then no part of it is left', async () => {
    const { url } = await echo(200, `${'x'.repeat(90)}${secret}${'x'.repeat(90)}`, 'text/plain');
    const { runner } = createRunner({ maxAnswerBytes: 100 });
    expect(await runner.run(httpTool(url), toolCall({ values }), never)).toMatchObject({
      result: `${'x'.repeat(90)}[redacted]`,
      isCut: true,
    });
  });

  it('given a number', async () => {
    const { url } = await echo(200, '{"pin":482915}');
    const pin = { variables: {}, secrets: { PIN: '482915' } };
    expect(await createRunner().runner.run(httpTool(url), toolCall({ values: pin }), never)).toMatchObject({
      result: { pin: '[redacted]' },
    });
  });

  it('given a server that is not there, then the reason has neither address nor port', async () => {
    const port = await closedPort();
    const { runner, lines } = createRunner();
    const outcome = await runner.run(httpTool(`http://127.0.0.1:${port}`), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', reason: 'The server can not be reached.' });
    expect(lines).toEqual([]);
  });
});
