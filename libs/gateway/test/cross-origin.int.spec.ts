import { answeringIdentity } from './answering-identity.js';
import { startTestGateway, type TestGateway } from './harness.js';

const app = 'https://app.example.com';
let gateway: TestGateway | undefined;
afterEach(() => gateway?.stop());

async function start(...crossOrigins: readonly string[]): Promise<TestGateway> {
  gateway = await startTestGateway({ identity: answeringIdentity, crossOrigins });
  return gateway;
}

const corsOf = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
const ask = ({ url }: TestGateway, origin: string) =>
  fetch(`${url}/v1/demo/role/`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST' },
  });
const read = ({ url }: TestGateway, origin: string) => fetch(`${url}/v1/demo/role/`, { headers: { origin } });

describe('pages of other origins', () => {
  it('may do nothing unless they are configured', async () => {
    const running = await start();
    const answer = await ask(running, app);
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect([corsOf(answer), corsOf(await read(running, app))]).toEqual([{}, {}]);
  });

  it('that are configured may send preflight requests, and read responses and errors', async () => {
    const running = await start(app, 'http://localhost:3000');
    expect(corsOf(await ask(running, app))).toEqual({
      vary: 'Origin',
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers':
        'accept, authorization, content-type, if-none-match, last-event-id, traceparent, x-api-key, x-api-key-id, x-org-id, x-request-id, x-store-cluster-name, x-user-id',
      'access-control-max-age': '600',
      'access-control-expose-headers': expect.stringContaining('retry-after, x-request-id'),
    });
    const refused = await read(running, 'http://localhost:3000');
    expect(refused.status).toBe(401);
    expect(corsOf(refused)).toMatchObject({ 'access-control-allow-origin': 'http://localhost:3000' });
  });

  it.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
    'such as %s get no headers when another one is configured',
    async (origin) => {
      const running = await start(app);
      expect(corsOf(await ask(running, origin))).toEqual({ vary: 'Origin' });
      expect(corsOf(await read(running, origin))).toEqual({ vary: 'Origin' });
    },
  );

  it('may all read when all are configured, without cookies', async () => {
    const running = await start('*');
    expect(corsOf(await read(running, 'https://anywhere.example'))).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('x-request-id'),
    });
  });
});
