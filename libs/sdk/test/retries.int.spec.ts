import { platformEnvironment } from '../src/transport/environment.js';
import { send, type RequestOptions } from '../src/transport/transport.js';
import {
  answer,
  breakOff,
  breakOffInBody,
  hang,
  MisbehavingServer,
  type Behaviour,
} from './misbehaving-server.js';

let server: MisbehavingServer;
beforeAll(async () => void (server = await MisbehavingServer.start()));
afterAll(() => server.stop());

const now = Date.parse('2026-11-23T12:00:00Z');
const inAMinute = new Date(now + 60_000).toUTCString();
const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** Half of the largest wait, and a clock that stands still. */
async function attempt(method: Method, options: RequestOptions = {}) {
  const waits: number[] = [];
  const environment = {
    ...platformEnvironment,
    now: () => now,
    random: () => 0.5,
    sleep: (ms: number) => Promise.resolve(void waits.push(ms)),
  };
  const request = { method, url: `${server.url}/v1/things`, schemaPath: '/v1/things' };
  const outcome = await send(request, options, environment).then(
    ({ response }) => response.status,
    (error: Error) => error.name,
  );
  return { outcome, attempts: server.seen.length, waits };
}

const errorNames: Readonly<Record<number, string>> = {
  408: 'ServerError',
  429: 'RateLimitError',
  500: 'ServerError',
  502: 'ServerError',
  503: 'ServiceUnavailableError',
  504: 'ServerError',
  409: 'ConflictError',
  501: 'ServerError',
};
const retryAfters = [
  ['no Retry-After', undefined, undefined],
  ['Retry-After in seconds', '7', 7_000],
  ['Retry-After as a date', inAMinute, 60_000],
  ['Retry-After beyond the cap', '45', 45_000],
  ['Retry-After that cannot be read', 'soon', undefined],
] as const;

/** The table of the interface. */
function isRetried(method: Method, status: number, hasRetryAfter: boolean): boolean {
  if (status === 429) return ['GET', 'HEAD'].includes(method) || (method === 'POST' && hasRetryAfter);
  return [408, 500, 502, 503, 504].includes(status) && ['GET', 'HEAD'].includes(method);
}

describe.each(methods)('%s', (method) => {
  describe.each(Object.keys(errorNames).map(Number))('given %i', (status) => {
    it.each(retryAfters)(
      'with %s, then it is retried or not as the table says',
      async (_what, header, ms) => {
        server.behave(answer(status, header === undefined ? {} : { 'retry-after': header }));
        const retried = isRetried(method, status, ms !== undefined);
        expect(await attempt(method)).toEqual({
          outcome: errorNames[status],
          attempts: retried ? 3 : 1,
          // Full jitter, half of 250 and 500 ms; what the server asks for is waited for in full.
          waits: retried ? (ms === undefined ? [125, 250] : [ms, ms]) : [],
        });
      },
    );
  });

  it('given a connection that breaks off, then it is retried where a repetition is harmless', async () => {
    server.behave(breakOff);
    const retried = ['GET', 'HEAD', 'OPTIONS'].includes(method);
    expect(await attempt(method)).toEqual({
      outcome: 'NetworkError',
      attempts: retried ? 3 : 1,
      waits: retried ? [125, 250] : [],
    });
  });

  it('given a server that hangs, then the time-out is thrown at once', async () => {
    server.behave(hang);
    expect(await attempt(method, { timeout: 20 })).toEqual({
      outcome: 'RequestTimeoutError',
      attempts: 1,
      waits: [],
    });
  });
});

const twiceAway: readonly Behaviour[] = [answer(503), answer(503), answer(200)];

describe('how often', () => {
  it('given a server that comes back, then its response counts', async () => {
    server.behave(...twiceAway);
    expect(await attempt('GET')).toEqual({ outcome: 200, attempts: 3, waits: [125, 250] });
  });

  it('given a body that breaks off, then the request is repeated', async () => {
    server.behave(breakOffInBody, answer(200));
    expect(await attempt('GET')).toEqual({ outcome: 200, attempts: 2, waits: [125] });
  });

  it.each([
    ['maxRetries 0', { maxRetries: 0 }, 1],
    ['maxRetries, which wins', { maxRetries: 1, retry: { maxAttempts: 9 } }, 2],
    ['retry.maxAttempts', { retry: { maxAttempts: 5 } }, 5],
  ])('given %s, then so often', async (_what, options, attempts) => {
    server.behave(answer(503));
    expect((await attempt('GET', options)).attempts).toBe(attempts);
  });

  it('given many attempts, then the wait grows no further than the cap', async () => {
    server.behave(answer(503));
    const { waits } = await attempt('GET', { retry: { maxAttempts: 10 } });
    expect(waits).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  it.each([{ maxRetries: -1 }, { retry: { maxAttempts: 0 } }, { retry: { baseDelayMs: -1 } }])(
    'given %j, then it is a wrong configuration',
    async (options) => {
      expect((await attempt('GET', options)).outcome).toBe('ConfigurationError');
    },
  );
});

describe('an aborted signal', () => {
  it('given one that is aborted before, then nothing is sent, and its reason is thrown', async () => {
    server.behave(answer(200));
    const signal = AbortSignal.abort(new RangeError('enough'));
    expect(await attempt('GET', { signal })).toEqual({ outcome: 'RangeError', attempts: 0, waits: [] });
  });

  it('when it is aborted while a server hangs, then its reason is thrown', async () => {
    const controller = new AbortController();
    server.behave(() => controller.abort(new RangeError('enough')));
    expect((await attempt('GET', { signal: controller.signal })).outcome).toBe('RangeError');
  });

  it('when it is aborted between attempts, then the error of the last one is thrown', async () => {
    const controller = new AbortController();
    server.behave(answer(503));
    const hooks = { onError: () => controller.abort() };
    expect(await attempt('GET', { signal: controller.signal, hooks })).toMatchObject({
      outcome: 'ServiceUnavailableError',
      attempts: 1,
    });
  });
});

describe('hooks', () => {
  it('are told of each attempt, under one id', async () => {
    server.behave(...twiceAway);
    const told: string[] = [];
    const ids = new Set<number>();
    await attempt('GET', {
      hooks: {
        onRequest: ({ id, attempt: number, headers }) => {
          ids.add(id);
          headers.set('traceparent', `attempt-${number}`);
          told.push(`request ${number}`);
        },
        onResponse: ({ response }) => void told.push(`response ${response.status}`),
        onError: ({ error }) => void told.push(error.name),
      },
    });
    const failed = ['response 503', 'ServiceUnavailableError'];
    expect(told).toEqual(['request 1', ...failed, 'request 2', ...failed, 'request 3', 'response 200']);
    expect(ids.size).toBe(1);
    expect(server.seen.map(({ headers }) => headers['traceparent'])).toEqual(
      [1, 2, 3].map((number) => `attempt-${number}`),
    );
  });
});
