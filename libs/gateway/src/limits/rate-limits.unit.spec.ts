import { createMemoryStore } from '@svc/rate-limits';
import { createMetrics, silentLogger } from '@svc/telemetry';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forCallers } from '../route/route-access.js';
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

/** A caller that sends requests to a route, and the headers that each answer carries. */
function startLimits() {
  const metrics = createMetrics();
  const counts = new RequestCounts(createMemoryStore(), clock, silentLogger, metrics);
  const settings = { overrides: noOverrides, failedAuthentications: 10 };
  const limits = new RateLimits(counts, settings, clock, metrics);
  const request = { caller: { orgId: 'demo', userId: 'ada' } } as FastifyRequest;
  return async (route: Parameters<typeof limits.countRequest>[0]) => {
    const headers: Record<string, string> = {};
    const reply = { headers: (given: object) => Object.assign(headers, given) } as unknown as FastifyReply;
    const refusal: unknown = await limits
      .countRequest(route, request, reply)
      .catch((failure: unknown) => failure);
    return { headers, refusal };
  };
}

describe('answers of the Platform interface', () => {
  it('tell the limit, what is left of it, and when it begins anew, the refused ones too', async () => {
    const send = startLimits();
    const reset = String(Date.UTC(2026, 10, 22, 10, 1) / 1_000);
    const told = (left: string) => ({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': left,
      'x-ratelimit-reset': reset,
    });
    expect(await send(getShelf)).toEqual({ headers: told('1'), refusal: undefined });
    expect(await send(getShelf)).toEqual({ headers: told('0'), refusal: undefined });
    expect(await send(getShelf)).toEqual({
      headers: told('0'),
      refusal: expect.objectContaining({ code: 'rate_limited', retryAfterSeconds: 42 }),
    });
  });
});

describe('answers of the Classic interface', () => {
  it('tell nothing of limits that are kept', async () => {
    const send = startLimits();
    expect(await send({ ...getShelf, surface: 'classic' })).toEqual({ headers: {}, refusal: undefined });
  });
});
