import { connect } from 'node:net';
import { outcomeOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { until } from './turns.js';

const page = { hasMore: false, nextOffset: undefined };

let gateway: TestGateway;
/** Requests that the services have received and not answered. */
let held: number;
let release: () => void;
beforeEach(async () => {
  held = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  const whenReleased = async <Answer>(answer: Answer): Promise<Answer> => {
    held += 1;
    await released;
    return answer;
  };
  gateway = await startTestGateway({
    bounds: { inAll: 12, perUser: 2, perOrganization: 3 },
    identity: { signInWithApiKey: () => whenReleased({ idToken: 'a.b.c', expiresAtMs: 0 }) },
    agents: { listServices: () => whenReleased({ services: [], page, filterValues: undefined }) },
  });
});
afterEach(async () => {
  release();
  await gateway.stop();
});

const list = async (userId: string, orgId = 'demo') =>
  fetch(`${gateway.url}/v1/${orgId}/service/`, { headers: await gateway.bearer({ userId, orgId }) });
const signIn = () =>
  fetch(`${gateway.url}/v1/demo/user/signin_with_api_key`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'x-api-key-id': 'i', 'x-user-id': 'u' },
  });

describe('requests that are served at the same time', () => {
  it('of one user are limited: the next gets 429, and those of others are served', async () => {
    const served = [list('ada'), list('ada')];
    await until(() => held === 2);
    const refused = await list('ada');
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await outcomeOf(refused)).toEqual([429, 'rate_limited']);
    expect(held).toBe(2);

    const other = list('grace');
    await until(() => held === 3);
    release();
    expect((await Promise.all([...served, other])).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list('ada')).status).toBe(200);
  });

  it('of one organization are limited: its next user gets 429, and those of others are served', async () => {
    const served = [list('ada'), list('ada'), list('grace')];
    await until(() => held === 3);
    expect(await outcomeOf(await list('alan'))).toEqual([429, 'rate_limited']);

    const other = list('mary', 'other');
    await until(() => held === 4);
    release();
    expect((await Promise.all([...served, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await list('alan')).status).toBe(200);
  });

  it('are not those whose body is still arriving, which are limited for themselves', async () => {
    const { authorization } = await gateway.bearer({ userId: 'ada' });
    const arriving = Array.from({ length: 2 }, () => {
      const client = connect(gateway.port, '127.0.0.1');
      client.write(
        `POST /v1/demo/user/ada HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n` +
          'content-type: application/json\r\ncontent-length: 100\r\n\r\n{',
      );
      return client;
    });
    const metric = async (name: string) =>
      new RegExp(`^${name} (\\d+)$`, 'm').exec(await gateway.metrics.expose())?.[1];
    await until(async () => (await metric('http_requests_arriving')) === '2');
    expect(await metric('http_requests_in_flight')).toBe('0');

    const served = [list('ada'), list('ada')];
    await until(() => held === 2);
    const third = await gateway.call(
      'POST',
      '/v1/demo/user/ada',
      { first_name: 'A' },
      {
        ...(await gateway.bearer({ userId: 'ada' })),
      },
    );
    expect(third.status).toBe(429);
    release();
    expect((await Promise.all(served)).map(({ status }) => status)).toEqual([200, 200]);
    for (const client of arriving) client.destroy();
    await until(async () => (await metric('http_requests_arriving')) === '0');
  });

  it('of people who are not signed in leave most of the room to those who are', async () => {
    const served = [signIn(), signIn(), signIn()];
    await until(() => held === 3);
    expect(await outcomeOf(await signIn())).toEqual([503, 'service_unavailable']);

    const other = list('ada');
    await until(() => held === 4);
    release();
    expect((await Promise.all([...served, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('of a user who left are not counted any longer', async () => {
    const leaving = new AbortController();
    const headers = await gateway.bearer({ userId: 'ada' });
    const left = [1, 2].map(() =>
      fetch(`${gateway.url}/v1/demo/service/`, { headers, signal: leaving.signal }).catch(() => 'gone'),
    );
    await until(() => held === 2);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(['gone', 'gone']);

    await until(async () => {
      const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
      return metrics.includes('\nhttp_requests_in_flight 0\n');
    });
    const next = list('ada');
    await until(() => held === 3);
    release();
    expect((await next).status).toBe(200);
  });
});
