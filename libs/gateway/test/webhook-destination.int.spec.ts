import { DeliveryStatus } from '@svc/contracts/webhooks';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const destinationId = '65f000000000000000000001';
const deliveryId = '65f000000000000000000002';
const base = '/v1/demo/webhook_destination';
const destination = {
  destinationId,
  url: 'https://example.com/hook',
  acceptedTypes: ['api-key-expiration-soon'],
  retryAttempts: 3,
  inConversationOrder: false,
  secretGeneratedAtMs: 0,
};
const shownDestination = {
  id: destinationId,
  url: 'https://example.com/hook',
  accepted_types: ['api-key-expiration-soon'],
  retry_attempts: 3,
  in_conversation_order: false,
  secret_generated_at: '1970-01-01T00:00:00.000Z',
};
const delivery = {
  deliveryId,
  eventType: 'api-key-expiration-soon',
  body: '{"type":"api-key-expiration-soon","idempotent_key":"k"}',
  status: DeliveryStatus.DELIVERY_STATUS_FAILED,
  attempts: [{ atMs: 0, statusCode: 0, latencyMs: 12, error: 'timed_out', requestId: 'r' }],
  dualSigned: true,
  createdAtMs: 0,
  idempotencyKey: 'k',
};
const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    webhooks: {
      createDestination: seen.answer({ destination, secret: 'whsec_x' }),
      listDestinations: seen.answer({ destinations: [destination] }),
      updateDestination: seen.answer({ destination }),
      deleteDestination: seen.answer({}),
      rotateSecret: seen.answer({ secret: 'whsec_y', dualSigningStopsAtMs: 1_800_000 }),
      listDeliveries: seen.answer({ deliveries: [delivery], page: { hasMore: true, nextOffset: 1 } }),
      redeliver: seen.answer({ deliveryId: 'd2' }),
      rewindDestination: seen.answer({}),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('webhook destinations', () => {
  it('are created with defaults, and show their secret once', async () => {
    const body = { url: destination.url, accepted_types: destination.acceptedTypes };
    const response = await gateway.call('POST', `${base}/`, body);
    expect(response.status).toBe(201);
    expect(await jsonOf(response)).toEqual({
      ...shownDestination,
      webhook_destination_id: destinationId,
      secret: 'whsec_x',
    });
    expect(seen.last).toMatchObject({
      url: destination.url,
      acceptedTypes: destination.acceptedTypes,
      retryAttempts: 3,
      inConversationOrder: false,
    });
  });

  it('are listed, changed and deleted', async () => {
    const listed = await gateway.call('GET', `${base}?id=${destinationId}&id=${destinationId}`);
    expect(await jsonOf(listed)).toEqual({ webhook_destinations: [shownDestination] });
    expect(seen.last).toMatchObject({ destinationIds: [destinationId] });

    const changed = await gateway.call('POST', `${base}/${destinationId}`, {
      retry_attempts: null,
      url: null,
    });
    expect([changed.status, await jsonOf(changed)]).toEqual([200, shownDestination]);
    expect(seen.last).toEqual({
      destinationId,
      url: undefined,
      acceptedTypes: undefined,
      retryAttempts: undefined,
      inConversationOrder: undefined,
    });

    expect((await gateway.call('DELETE', `${base}/${destinationId}`)).status).toBe(204);
  });

  it('rotate their secrets', async () => {
    const response = await gateway.call('POST', `${base}/${destinationId}/rotate-secret`);
    expect(await jsonOf(response)).toEqual({
      secret: 'whsec_y',
      dual_signing_stops_at: '1970-01-01T00:30:00.000Z',
    });
  });

  it.each([
    [{ url: 'https://a' }, ['body.accepted_types']],
    [{ url: 'https://a', accepted_types: [], retry_attempts: 6 }, ['body.retry_attempts']],
    [{ url: 1, accepted_types: 'x' }, ['body.url', 'body.accepted_types']],
  ])('given %j, then it is refused', async (body, fields) => {
    expect(await brokenFieldsOf(await gateway.call('POST', base, body))).toEqual([422, fields]);
  });
});

describe('deliveries', () => {
  it('are listed by filter, with their attempts', async () => {
    const query = 'status=failed&type=x&created_after=2026-11-20T00:00:00%2B01:00&sort_by=-status&limit=1';
    const response = await gateway.call('GET', `${base}/${destinationId}/delivery?${query}`);
    expect(await jsonOf(response)).toEqual({
      webhook_deliveries: [
        {
          id: deliveryId,
          type: 'api-key-expiration-soon',
          webhook_content: { type: 'api-key-expiration-soon', idempotent_key: 'k' },
          status: 'failed',
          delivery_attempts: [
            {
              delivery_time: '1970-01-01T00:00:00.000Z',
              status_code: 0,
              latency_ms: 12,
              error: 'timed_out',
              request_id: 'r',
            },
          ],
          dual_signed: true,
          created_at: '1970-01-01T00:00:00.000Z',
          idempotent_key: 'k',
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
    expect(seen.last).toEqual({
      destinationId,
      status: DeliveryStatus.DELIVERY_STATUS_FAILED,
      eventType: 'x',
      createdAfterMs: Date.UTC(2026, 10, 19, 23),
      createdBeforeMs: undefined,
      sortBy: [{ field: 'status', descending: true }],
      page: { limit: 1, offset: 0 },
    });
  });

  it.each([
    'limit=51',
    'status=pending',
    'created_before=yesterday',
    'sort_by=url',
    'created_after=2026-11-20',
  ])('given %s, then it is refused', async (query) => {
    const response = await gateway.call('GET', `${base}/${destinationId}/delivery?${query}`);
    expect(response.status).toBe(422);
  });

  it('are sent again: one, and all since a time', async () => {
    const one = await gateway.call('POST', `${base}/${destinationId}/delivery/${deliveryId}/redeliver`);
    expect([one.status, await jsonOf(one)]).toEqual([201, { webhook_delivery_id: 'd2' }]);
    const all = await gateway.call('POST', `${base}/${destinationId}/rewind`, {
      since: '2026-11-20T00:00:00Z',
    });
    expect(all.status).toBe(204);
    expect(seen.last).toEqual({ destinationId, sinceMs: Date.UTC(2026, 10, 20) });
  });
});
