import { jest } from '@jest/globals';
import { createMemoryStore } from '@svc/rate-limits';
import { createMetrics, silentLogger } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forAnyone, forCallers, forEverybody } from '../route/route-access.js';
import { defineRoute } from '../route/route.js';
import { noOverrides } from './limit-overrides.js';
import { RateLimits } from './rate-limits.js';
import { RequestCounts } from './request-counts.js';

const nowMs = Date.UTC(2026, 10, 22, 10, 0, 18, 500);
const clock = { now: () => nowMs };

const getShelf = defineRoute({
  operationId: 'get-shelf',
  surface: 'platform',
  method: 'GET',
  path: '/v1/:workspace_id/shelf',
  summary: 'Shows a shelf.',
  access: forCallers(),
  request: {},
  answer: { status: 204, content: 'nothing' },
  errors: [],
  perMinute: 2,
});

const signIn = defineRoute({
  operationId: 'sign-in',
  method: 'POST',
  path: '/v1/:org/sign-in',
  summary: 'Signs in.',
  access: forEverybody(),
  request: {},
  answer: { status: 204, content: 'nothing' },
  errors: [],
  perMinute: 1_000,
});

/** Sends requests to a route. Returns the headers of each response. */
function startLimits(
  asking: object = { caller: { orgId: 'demo', userId: 'ada' } },
  store = createMemoryStore(),
) {
  const metrics = createMetrics();
  const counts = new RequestCounts(store, clock, silentLogger, metrics);
  const settings = { overrides: noOverrides, failedAuthentications: 10 };
  const limits = new RateLimits(counts, settings, clock, metrics);
  const request = asking as FastifyRequest;
  return async (route: Parameters<typeof limits.countRequest>[0], raw: object = {}) => {
    const headers: Record<string, string> = {};
    const setHeaders = (given: object) => Object.assign(headers, given);
    const reply = { headers: setHeaders, raw } as unknown as FastifyReply;
    const rejection: unknown = await limits
      .countRequest(route, request, reply)
      .catch((error: unknown) => error);
    return { headers, rejection };
  };
}

describe('responses of the Platform interface', () => {
  it('give the limit, what is left of it and when it resets, also when rejected', async () => {
    const send = startLimits();
    const reset = String(Date.UTC(2026, 10, 22, 10, 1) / 1_000);
    const told = (left: string) => ({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': reset,
    });
    expect(await send(getShelf)).toEqual({ headers: told('1'), rejection: undefined });
    expect(await send(getShelf)).toEqual({ headers: told('0'), rejection: undefined });
    expect(await send(getShelf)).toEqual({
      headers: told('0'),
      rejection: expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 42 }),
    });
  });
});

describe('a public route without a limit of its own', () => {
  const getSign = { ...getShelf, surface: 'classic', access: forAnyone(), perMinute: null } as const;

  it.each([
    [100, 'a signed-in caller', { caller: { orgId: 'demo', userId: 'ada' } }],
    [600, 'an address', { ip: '192.0.2.1', raw: {} }],
  ])('serves %d requests a minute of %s', async (limit, _who, asking) => {
    const send = startLimits(asking);
    for (let request = 0; request < limit; request += 1)
      expect(await send(getSign)).toMatchObject({ rejection: undefined });
    expect(await send(getSign)).toMatchObject({ rejection: { code: 'rate_limited' } });
  });
});

describe('responses of the Classic interface', () => {
  it('give no limits', async () => {
    const send = startLimits();
    expect(await send({ ...getShelf, surface: 'classic' })).toEqual({ headers: {}, rejection: undefined });
  });
});

describe('sign-ins from one address', () => {
  const stranger = { ip: '192.0.2.1', headers: {}, params: {}, raw: {} };
  const tries = async (answered: object) => {
    const send = startLimits(stranger);
    for (let tried = 0; tried < 10; tried++) await send(signIn, { closed: true, ...answered });
    return (await send(signIn, { closed: true, ...answered })).rejection;
  };

  it('that succeed do not count as failed', async () => {
    expect(await tries({ headersSent: true, statusCode: 200 })).toBeUndefined();
  });

  it.each([
    ['that fail', { headersSent: true, statusCode: 401 }],
    ['whose client hangs up before the answer', { headersSent: false, statusCode: 200 }],
  ])('%s are refused once there are too many', async (_what, answered) => {
    expect(await tries(answered)).toMatchObject({ code: 'rate_limited' });
  });
});

describe('a route of links', () => {
  const saveValue = {
    ...signIn,
    surface: 'platform',
    method: 'PUT',
    path: '/v1/s/:token/fields/:key',
    isByLink: true,
    perMinute: 12,
  } as const;
  const filler = (token: string) => ({
    ip: '192.0.2.1',
    headers: {},
    params: { token, key: 'day' },
    raw: {},
  });
  const saved = { closed: true, headersSent: true, statusCode: 200 };
  const limited = { rejection: { code: 'rate_limited' } };
  const served = { rejection: undefined };

  it('counts each link, from whichever address, and does not keep its token', async () => {
    const store = createMemoryStore();
    const adding = jest.spyOn(store, 'add');
    const asking = filler('token-of-ada');
    const send = startLimits(asking, store);
    for (let sent = 1; sent <= 12; sent += 1) {
      asking.ip = `192.0.2.${sent}`;
      expect(await send(saveValue, saved)).toMatchObject(served);
    }
    asking.ip = '192.0.2.99';
    expect(await send(saveValue, saved)).toMatchObject(limited);
    asking.params.token = 'token-of-bob';
    expect(await send(saveValue, saved)).toMatchObject(served);
    expect(JSON.stringify(adding.mock.calls)).not.toMatch(/token-of/);
  });

  it('counts each address, whatever tokens it tries', async () => {
    const asking = filler('');
    const send = startLimits(asking);
    for (let sent = 1; sent <= 12; sent += 1) {
      asking.params.token = `t${sent}`;
      expect(await send(saveValue, saved)).toMatchObject(served);
    }
    asking.params.token = 'another';
    expect(await send(saveValue, saved)).toMatchObject(limited);
  });

  const often = { ...saveValue, perMinute: 1_000 };
  const afterMany = async (statusCode: number) => {
    const send = startLimits(filler('t'));
    for (let tried = 0; tried < 10; tried += 1) await send(often, { ...saved, statusCode });
    return send(often, saved);
  };

  it.each([
    ['wrong values', 422],
    ['forms that are over', 410],
  ])('counts no failed authentication for %s', async (_what, statusCode) => {
    expect(await afterMany(statusCode)).toMatchObject(served);
  });

  it('counts one for each token that opens nothing', async () => {
    expect(await afterMany(401)).toMatchObject(limited);
  });
});
