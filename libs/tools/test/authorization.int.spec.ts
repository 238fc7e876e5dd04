import type { Authorization } from '../src/index.js';
import { createRunner, httpTool, never, startServer, stopAll, toolCall } from './harness.js';

afterEach(stopAll);

const secret = 'brass-key-of-the-client';

interface TokenServer {
  readonly expiresIn?: number | string;
  readonly tokenStatus?: number;
  readonly body?: object;
}

/** A token server that issues a new token with each request, and a tool server that accepts the first two. */
async function startServers({ expiresIn = 3_600, tokenStatus = 200, body = {} }: TokenServer = {}) {
  let issued = 0;
  const tokens = await startServer((response) => {
    issued += 1;
    const token = { access_token: `token-${issued}`, token_type: 'Bearer', expires_in: expiresIn, ...body };
    response.writeHead(tokenStatus, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  });
  const accepted = new Set(['Bearer token-1', 'Bearer token-2']);
  const tool = await startServer((response, { headers }) => {
    const isKnown = accepted.has(headers.authorization ?? '');
    response.writeHead(isKnown ? 200 : 401).end(`"seen ${headers.authorization}"`);
  });
  const authorization = (given: Partial<Authorization> = {}) =>
    ({
      type: 'oauth2_client_credentials',
      tokenUrl: `${tokens.url}/token`,
      clientId: 'client:1',
      clientSecret: secret,
      scopes: ['read', 'write'],
      clientAuthMethod: 'basic',
      ...given,
    }) as Authorization;
  return { tokens, tool, authorization, accepted };
}

describe('a static header', () => {
  it('goes out, and does not come back', async () => {
    const { url, requests } = await startServer((response, { headers }) =>
      response.end(JSON.stringify({ you: headers['x-api-key'] })),
    );
    const authorization = { type: 'static_header', headerName: 'X-Api-Key', secret } as const;
    const outcome = await createRunner().runner.run(httpTool(url, { authorization }), toolCall(), never);
    expect(requests[0]?.headers['x-api-key']).toBe(secret);
    expect(outcome).toMatchObject({ type: 'ended', result: { you: '[redacted]' } });
  });

  it('given a name that belongs to the connection, then nothing is sent', async () => {
    const { url, requests } = await startServer((response) => response.end());
    const authorization = { type: 'static_header', headerName: 'Host', secret } as const;
    const outcome = await createRunner().runner.run(httpTool(url, { authorization }), toolCall(), never);
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic' });
    expect(requests).toEqual([]);
  });
});

describe('client credentials', () => {
  it('given basic, then the client shows its secret by HTTP Basic, form-encoded, and the token does not come back', async () => {
    const { tokens, tool, authorization } = await startServers();
    const outcome = await createRunner().runner.run(
      httpTool(tool.url, { authorization: authorization() }),
      toolCall(),
      never,
    );
    expect(outcome).toMatchObject({ type: 'ended', result: 'seen Bearer [redacted]' });
    expect(tokens.requests).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`client%3A1:${secret}`).toString('base64')}` },
        body: 'grant_type=client_credentials&scope=read+write',
      },
    ]);
  });

  it('given body, then the secret is in the body', async () => {
    const { tokens, tool, authorization } = await startServers();
    const credentials = authorization({ clientAuthMethod: 'body', scopes: [] });
    await createRunner().runner.run(httpTool(tool.url, { authorization: credentials }), toolCall(), never);
    expect(tokens.requests[0]?.headers.authorization).toBeUndefined();
    expect(tokens.requests[0]?.body).toBe(
      `grant_type=client_credentials&client_id=client%3A1&client_secret=${secret}`,
    );
  });

  it('given concurrent callers, then one token is fetched', async () => {
    const { tokens, tool, authorization } = await startServers();
    const { runner } = createRunner();
    const credentials = authorization();
    const calls = Array.from({ length: 10 }, () =>
      runner.run(httpTool(tool.url, { authorization: credentials }), toolCall(), never),
    );
    for (const outcome of await Promise.all(calls)) expect(outcome.type).toBe('ended');
    expect(tokens.requests).toHaveLength(1);
  });

  it('given a token that expires, then it is used until shortly before, and one is fetched for all', async () => {
    let nowMs = 0;
    const { tokens, tool, authorization } = await startServers({ expiresIn: '100' });
    const { runner } = createRunner({ now: () => nowMs });
    const run = () => runner.run(httpTool(tool.url, { authorization: authorization() }), toolCall(), never);
    await run();
    nowMs = 89_000;
    await run();
    expect(tokens.requests).toHaveLength(1);
    nowMs = 91_000;
    await Promise.all([run(), run(), run()]);
    expect(tokens.requests).toHaveLength(2);
  });

  it('given other credentials, then their token is another', async () => {
    const { tokens, tool, authorization } = await startServers();
    const { runner } = createRunner();
    for (const clientId of ['one', 'two', 'one'])
      await runner.run(httpTool(tool.url, { authorization: authorization({ clientId }) }), toolCall(), never);
    expect(tokens.requests).toHaveLength(2);
  });

  it.each(['POST', 'GET'] as const)(
    'given a %s that is refused with 401, then a new token is fetched, and it is sent again, once',
    async (method) => {
      const { tokens, tool, authorization, accepted } = await startServers();
      const { runner } = createRunner();
      accepted.delete('Bearer token-1');
      const authorized = httpTool(tool.url, { method, authorization: authorization(), maxRetries: 0 });
      expect(await runner.run(authorized, toolCall(), never)).toMatchObject({ type: 'ended' });
      expect([tokens.requests.length, tool.requests.length]).toEqual([2, 2]);
      accepted.clear();
      expect(await runner.run(authorized, toolCall(), never)).toMatchObject({
        type: 'failed',
        reason: expect.stringContaining('The server answered 401'),
      });
      expect([tokens.requests.length, tool.requests.length]).toEqual([3, 4]);
    },
  );

  it.each<[string, TokenServer]>([
    [
      'The token server answered 400 (invalid_client).',
      { tokenStatus: 400, body: { error: 'invalid_client' } },
    ],
    ['The token server answered 500.', { tokenStatus: 500, body: { error: `is ${secret}` } }],
    ['The token server answered 302.', { tokenStatus: 302 }],
    ['The token server sent no access token.', { body: { access_token: 'a\r\nb' } }],
    ['The token server sent no access token.', { body: { access_token: null } }],
    ['The token server sent a token that is no bearer token.', { body: { token_type: 'dpop' } }],
  ])('given no token, then nothing is called: %s', async (reason, options) => {
    const { tool, authorization } = await startServers(options);
    const { runner, lines } = createRunner();
    const outcome = await runner.run(
      httpTool(tool.url, { authorization: authorization() }),
      toolCall(),
      never,
    );
    expect(outcome).toMatchObject({ type: 'failed', class: 'generic', reason });
    expect(JSON.stringify(outcome) + lines.join('')).not.toContain(secret);
    expect(tool.requests).toEqual([]);
  });

  it('given a token server in our network, then it is not asked', async () => {
    const { tokens, tool, authorization } = await startServers();
    const { runner } = createRunner({ allowed: [] });
    const outcome = await runner.run(
      httpTool(tool.url, { authorization: authorization() }),
      toolCall(),
      never,
    );
    expect(outcome).toMatchObject({
      type: 'failed',
      reason: "The token server can't be reached: address_refused.",
    });
    expect(tokens.requests).toEqual([]);
  });

  it('given a failure, then the next call tries again', async () => {
    let isUp = false;
    const tokens = await startServer((response) =>
      isUp ? response.end('{"access_token":"token-1"}') : response.writeHead(503).end(),
    );
    const { tool, authorization } = await startServers();
    const { runner } = createRunner();
    const credentials = authorization({ tokenUrl: tokens.url });
    const run = () => runner.run(httpTool(tool.url, { authorization: credentials }), toolCall(), never);
    expect(await run()).toMatchObject({ type: 'failed' });
    isUp = true;
    expect(await run()).toMatchObject({ type: 'ended' });
  });
});
