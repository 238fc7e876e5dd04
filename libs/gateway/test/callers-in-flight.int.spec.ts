import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { formatWorkspaceKey } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { outcomeOf } from './answers.js';
import {
  accessWith,
  startTestGateway,
  workspaceId,
  type IdentityScript,
  type TestGateway,
} from './harness.js';
import { until } from './turns.js';

const page = { hasMore: false, nextOffset: undefined };

let gateway: TestGateway;
/** Requests that the services have received and not answered. */
let held: number;
let release: () => void;
let getAccess: NonNullable<IdentityScript['getAccess']>;
let getWorkspaceKeyAccess: NonNullable<IdentityScript['getWorkspaceKeyAccess']>;
beforeEach(async () => {
  held = 0;
  getAccess = () => Promise.resolve(accessWith());
  const released = new Promise<void>((resolve) => (release = resolve));
  const whenReleased = async <Answer>(answer: Answer): Promise<Answer> => {
    held += 1;
    await released;
    return answer;
  };
  gateway = await startTestGateway({
    bounds: { inAll: 12, perUser: 2, perOrganization: 3 },
    identity: {
      signInWithApiKey: () => whenReleased({ idToken: 'a.b.c', expiresAtMs: 0 }),
      getAccess: (...asked) => getAccess(...asked),
      getWorkspaceKeyAccess: (...asked) => getWorkspaceKeyAccess(...asked),
    },
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

const metric = async (name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec(await gateway.metrics.expose())?.[1];

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

  it('of one organization are limited also while identity is asked about their users', async () => {
    release();
    const answered = Promise.withResolvers<void>();
    const headers = [await gateway.bearer({ userId: 'mary', orgId: 'other' })];
    for (let user = 0; user < 12; user += 1) headers.push(await gateway.bearer({ userId: `user-${user}` }));
    const [mary, ...users] = headers.map(
      (each) => () =>
        fetch(`${gateway.url}/v1/${each === headers[0] ? 'other' : 'demo'}/service/`, { headers: each }),
    );
    // Their tokens are known from then on, and what they may do is forgotten again.
    for (const ask of users) expect((await ask()).status).toBe(200);
    gateway.clock.nowMs += 6_000;
    expect((await mary?.())?.status).toBe(200);
    let asked = 0;
    getAccess = async () => {
      asked += 1;
      await answered.promise;
      return accessWith();
    };

    const burst = users.map((ask) => ask());
    await until(() => asked === 3);
    expect((await mary?.())?.status).toBe(200);
    await until(async () => (await metric('http_requests_refused_total{bound="organization"}')) === '9');
    answered.resolve();
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  });

  it('of nobody knows whom are limited by address', async () => {
    const answered = Promise.withResolvers<void>();
    getWorkspaceKeyAccess = async () => {
      await answered.promise;
      throw new DomainError('unauthenticated', 'There is no such API key.');
    };
    const guess = (key: number) =>
      fetch(`${gateway.url}/v1/workspaces/${workspaceId}`, {
        headers: {
          authorization: `Bearer ${formatWorkspaceKey(`${key}`.padStart(16, 'k'), randomBytes(32))}`,
        },
      });
    const guesses = Array.from({ length: 5 }, (_each, key) => guess(key));
    await until(async () => (await metric('http_requests_refused_total{bound="address"}')) === '2');
    answered.resolve();
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
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
