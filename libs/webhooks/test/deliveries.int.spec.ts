import { createHmac, randomUUID } from 'node:crypto';
import { DeliveryStatus, type Delivery } from '@svc/contracts/webhooks';
import { Webhook } from 'standardwebhooks';
import type { Happening } from '../src/delivery/delivery-emitter.js';
import {
  accept,
  eventually,
  startReceiver,
  type Answer,
  type ReceivedWebhook,
  type WebhookReceiver,
} from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

let server: WebhooksServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await startWebhooksServer({ requestTimeoutMs: 300 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const success = DeliveryStatus.DELIVERY_STATUS_SUCCESS;
const failed = DeliveryStatus.DELIVERY_STATUS_FAILED;
let orgs = 0;
const nothing: ReceivedWebhook = { path: '', headers: {}, body: '' };

/** An organization of its own with one destination, at a path of its own. */
async function destination(
  change: { retryAttempts?: number; inConversationOrder?: boolean; url?: string } = {},
) {
  const orgId = `org${(orgs += 1)}`;
  const caller = callerWith(undefined, orgId);
  const created = await server.webhooks.createDestination({
    caller,
    url: `${receiver.url}/${orgId}`,
    acceptedTypes: ['api-key-expiration-soon'],
    retryAttempts: 3,
    inConversationOrder: false,
    ...change,
  });
  const destinationId = created.destination?.destinationId ?? '';
  const happening = (fields = {}, conversationId: string | null = null): Happening => ({
    tenantId: `org:${orgId}`,
    type: 'api-key-expiration-soon',
    eventId: randomUUID(),
    conversationId,
    fields,
  });
  return {
    caller,
    destinationId,
    orgId,
    secret: created.secret,
    happening,
    emit: (...fields: readonly object[]) => server.emit(...fields.map((each) => happening(each))),
    received: () => receiver.received.filter(({ path }) => path === `/${orgId}`),
    history: async (query = {}): Promise<readonly Delivery[]> => {
      const page = { limit: 50, offset: 0 };
      const request = { caller, destinationId, sortBy: [], page, ...query };
      return (await server.webhooks.listDeliveries(request)).deliveries;
    },
  };
}
type Destination = Awaited<ReturnType<typeof destination>>;

/** What a delivery that is still to come has behind it. */
async function pending({ destinationId }: Destination) {
  const { rows } = await server.database.pool.query<{ attempts: string; due_at: Date }>(
    'SELECT attempts, due_at FROM webhooks.pending_delivery WHERE destination_id = $1 ORDER BY sequence_number',
    [destinationId],
  );
  const attempts = JSON.parse(rows[0]?.attempts ?? '[]') as { atMs: number }[];
  return {
    made: attempts.length,
    lastAtMs: attempts.at(-1)?.atMs ?? 0,
    dueAtMs: rows[0]?.due_at.getTime() ?? 0,
  };
}
const attempted = (of: Destination, times: number) =>
  eventually(async () => expect((await pending(of)).made).toBe(times));
const ended = (of: Destination, count: number) =>
  eventually(async () => expect(await of.history()).toHaveLength(count));
const answering = (orgId: string, answer: Answer) =>
  receiver.answers((response, webhook, times) =>
    (webhook.path === `/${orgId}` ? answer : accept)(response, webhook, times),
  );
const statuses = ({ attempts }: Delivery) => attempts.map(({ statusCode }) => statusCode);
const signatureOf = (
  secret: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
) => createHmac('sha256', secret).update(`v1:${headers['x-svc-request-timestamp']}:${body}`).digest('hex');

describe('a delivery', () => {
  it('then it comes once, signed byte for byte, and both kinds of signatures verify', async () => {
    const ours = await destination();
    await ours.emit({ note: 'ü "\u2028" 𝄞' });
    await ended(ours, 1);
    const [webhook, ...more] = ours.received();
    expect(more).toEqual([]);
    const { headers, body } = webhook ?? nothing;
    const [delivery] = await ours.history();
    const parsed = JSON.parse(body) as Record<string, string>;
    expect(parsed).toEqual({
      type: 'api-key-expiration-soon',
      note: 'ü "\u2028" 𝄞',
      org_id: ours.orgId,
      idempotent_key: headers['x-svc-idempotent-key'],
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'svc-webhooks',
      'x-svc-request-timestamp': expect.stringMatching(/^\d{16}$/) as string,
      'x-svc-request-signature': signatureOf(ours.secret, { headers, body }),
    });
    expect(new Webhook(ours.secret).verify(body, { ...headers })).toEqual(parsed);
    expect(delivery).toMatchObject({
      eventType: 'api-key-expiration-soon',
      body,
      status: success,
      attempts: [{ statusCode: 204, requestId: headers['x-request-id'] }],
      dualSigned: false,
      idempotencyKey: parsed.idempotent_key,
    });
  });

  it('when its event is told again, then it is the same delivery', async () => {
    const ours = await destination();
    const happening = ours.happening();
    answering(ours.orgId, () => undefined);
    await server.emit(happening);
    await server.emit(happening);
    const { rows } = await server.database.pool.query(
      'SELECT FROM webhooks.pending_delivery WHERE destination_id = $1',
      [ours.destinationId],
    );
    expect(rows).toHaveLength(1);
    receiver.answers(accept);
  });

  it('given a destination that is subscribed to something else, or of another organization, then nothing comes', async () => {
    const [ours, theirs] = [await destination(), await destination()];
    await server.webhooks.updateDestination({
      caller: ours.caller,
      destinationId: ours.destinationId,
      acceptedTypes: { names: ['agent-framework-resource-updated'] },
    });
    await ours.emit({});
    await theirs.emit({});
    await ended(theirs, 1);
    expect(ours.received()).toEqual([]);
  });

  it('while a secret is being replaced, then both sign, the newer one first, for 30 minutes', async () => {
    const ours = await destination();
    const { caller, destinationId } = ours;
    const { secret: newer } = await server.webhooks.rotateSecret({ caller, destinationId });
    await ours.emit({ n: 1 });
    await ended(ours, 1);
    const [webhook] = ours.received();
    const { headers, body } = webhook ?? nothing;
    expect(headers['x-svc-request-signature']).toBe(
      [newer, ours.secret].map((secret) => signatureOf(secret, { headers, body })).join(','),
    );
    for (const secret of [newer, ours.secret])
      expect(() => new Webhook(secret).verify(body, { ...headers })).not.toThrow();
    expect(await ours.history()).toMatchObject([{ dualSigned: true }]);

    server.pass(1_800_000);
    await ours.emit({ n: 2 });
    await ended(ours, 2);
    const [, later] = ours.received();
    expect(later?.headers['x-svc-request-signature']).toBe(later && signatureOf(newer, later));
  });
});

describe('a receiver that does not acknowledge', () => {
  it.each<[string, number, string | undefined, Answer]>([
    ['answers 500', 500, undefined, (response) => response.writeHead(500).end('no')],
    ['redirects', 307, undefined, (response) => response.writeHead(307, { location: '/' }).end()],
    ['closes the connection', 0, 'connection_lost', (response) => response.socket?.destroy()],
    ['never answers', 0, 'timed_out', () => undefined],
    ['drips its head', 0, 'timed_out', (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx: ')],
    ['answers garbage', 0, 'invalid_answer', (response) => response.socket?.end('garbage\r\n\r\n')],
  ])(
    'given one that %s, then it is tried again under the same key, and acknowledged',
    async (_what, status, error, answer) => {
      const ours = await destination();
      answering(ours.orgId, (response, webhook, times) =>
        (times === 1 ? answer : accept)(response, webhook, times),
      );
      await ours.emit({});
      await attempted(ours, 1);
      server.pass(5_000);
      await ended(ours, 1);
      const [delivery] = await ours.history();
      expect(delivery).toMatchObject({
        status: success,
        attempts: [{ statusCode: status, error }, { statusCode: 204 }],
      });
      const [first, second] = [ours.received()[0], ours.received().at(-1)];
      expect(second?.body).toBe(first?.body);
      expect(second?.headers['x-svc-idempotent-key']).toBe(first?.headers['x-svc-idempotent-key']);
    },
  );

  it('given one that drips the body of a 200, then it is acknowledged', async () => {
    const ours = await destination();
    answering(ours.orgId, (response) => response.writeHead(200).write('a'));
    await ours.emit({});
    await ended(ours, 1);
    expect((await ours.history()).map(statuses)).toEqual([[200]]);
  });

  it('given one that never does, then it has failed after as many attempts as are to be made, with the waits between', async () => {
    const ours = await destination({ retryAttempts: 5 });
    answering(ours.orgId, (response) => response.writeHead(503).end());
    await ours.emit({});
    const waits = [5_000, 5_000, 5_000, 8_000];
    for (const [index, waitMs] of waits.entries()) {
      await attempted(ours, index + 1);
      const { lastAtMs, dueAtMs } = await pending(ours);
      const waited = dueAtMs - lastAtMs;
      expect(waited).toBeGreaterThanOrEqual(waitMs);
      expect(waited).toBeLessThan(waitMs + 1_000);
      server.pass(waitMs);
    }
    await ended(ours, 1);
    expect(await ours.history()).toMatchObject([{ status: failed }]);
    expect((await ours.history()).map(statuses)).toEqual([[503, 503, 503, 503, 503]]);
    expect(ours.received()).toHaveLength(5);
  });

  it('given an address that is refused by the time of the delivery, then there is no request', async () => {
    const ours = await destination({ url: 'http://rebound.invalid/', retryAttempts: 1 });
    await ours.emit({});
    await ended(ours, 1);
    expect(await ours.history()).toMatchObject([
      { status: failed, attempts: [{ statusCode: 0, error: 'name_not_resolved' }] },
    ]);
  });

  it('given one that hangs with much before it, then others wait for nothing', async () => {
    const [slow, quick] = [await destination({ retryAttempts: 1 }), await destination()];
    answering(slow.orgId, () => undefined);
    await slow.emit(...Array.from({ length: 60 }, (_each, n) => ({ n })));
    await quick.emit(...Array.from({ length: 60 }, (_each, n) => ({ n })));
    await eventually(async () => expect(await quick.history()).toHaveLength(50));
    expect((await slow.history()).length).toBeLessThan(50);
  });
});

describe('in the order of a conversation', () => {
  it('given one that fails at first, then the next of its conversation waits, and no other', async () => {
    const ours = await destination({ inConversationOrder: true });
    answering(ours.orgId, (response, { body }, times) => {
      const isFirst = (JSON.parse(body) as { n: number }).n === 1;
      response.writeHead(isFirst && times === 1 ? 500 : 204).end();
    });
    await server.emit(
      ours.happening({ n: 1 }, 'a'),
      ours.happening({ n: 2 }, 'a'),
      ours.happening({ n: 3 }, 'b'),
    );
    await server.emit(ours.happening({ n: 4 }, 'a'));
    await ended(ours, 1);
    expect(await ours.history()).toMatchObject([{ body: expect.stringContaining('"n":3') as string }]);
    server.pass(5_000);
    await ended(ours, 4);
    const ofA = ours.received().filter(({ body }) => !body.includes('"n":3'));
    expect(ofA.map(({ headers }) => headers['x-svc-sequence-number'])).toEqual(['1', '1', '2', '3']);
    expect(ofA.map(({ body }) => (JSON.parse(body) as { n: number }).n)).toEqual([1, 1, 2, 4]);
  });
});

describe('the history', () => {
  it('then it is filtered, sorted and paged', async () => {
    const ours = await destination({ retryAttempts: 1 });
    answering(ours.orgId, (response, { body }) =>
      response.writeHead(body.includes('"n":2') ? 400 : 200).end(),
    );
    for (const n of [1, 2, 3]) {
      await ours.emit({ n });
      await ended(ours, n);
    }
    const numbers = async (query: object) =>
      (await ours.history(query)).map(({ body }) => (JSON.parse(body) as { n: number }).n);
    const [first] = await ours.history();
    expect(await numbers({})).toEqual([1, 2, 3]);
    expect(await numbers({ status: failed })).toEqual([2]);
    expect(await numbers({ eventType: 'agent-framework-resource-updated' })).toEqual([]);
    expect(await numbers({ createdAfterMs: (first?.createdAtMs ?? 0) + 1 })).toEqual([2, 3]);
    expect(await numbers({ createdBeforeMs: first?.createdAtMs })).toEqual([1]);
    expect(await numbers({ sortBy: [{ field: 'created_at', descending: true }] })).toEqual([3, 2, 1]);
    expect(await numbers({ sortBy: [{ field: 'status', descending: false }] })).toEqual([2, 1, 3]);
    expect(await numbers({ page: { limit: 1, offset: 1 } })).toEqual([2]);
    await expect(ours.history({ page: { limit: 51, offset: 0 } })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(ours.history({ sortBy: [{ field: 'url', descending: false }] })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('when one is delivered again, then it is another cycle under the same key', async () => {
    const ours = await destination();
    const { caller, destinationId } = ours;
    await ours.emit({});
    await ended(ours, 1);
    const [{ deliveryId } = { deliveryId: '' }] = await ours.history();
    const again = await server.webhooks.redeliver({ caller, destinationId, deliveryId });
    await ended(ours, 2);
    const [first, second] = await ours.history();
    expect(second).toMatchObject({
      deliveryId: again.deliveryId,
      idempotencyKey: first?.idempotencyKey,
      body: first?.body,
    });
    await expect(
      server.webhooks.redeliver({ caller, destinationId, deliveryId: '0123456789abcdef01234567' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when it is rewound, then all since then come once more each, also after another rewind', async () => {
    const ours = await destination({ inConversationOrder: true });
    const { caller, destinationId } = ours;
    await ours.emit({ n: 1 });
    await ended(ours, 1);
    server.pass(60_000);
    const since = Date.now();
    await server.emit(ours.happening({ n: 2 }, 'a'), ours.happening({ n: 3 }, 'a'));
    await ended(ours, 3);
    const keys = (await ours.history()).map(({ idempotencyKey }) => idempotencyKey);
    const sinceMs = (await ours.history())[1]?.createdAtMs ?? since;
    for (const times of [1, 2]) {
      await server.webhooks.rewindDestination({ caller, destinationId, sinceMs });
      await ended(ours, 3 + 2 * times);
    }
    const repeated = (await ours.history()).slice(3).map(({ idempotencyKey }) => idempotencyKey);
    expect([...repeated].sort()).toEqual([keys[1], keys[1], keys[2], keys[2]].sort());
    expect(
      ours
        .received()
        .slice(3)
        .map(({ headers }) => headers['x-svc-sequence-number']),
    ).toEqual(['1', '2', '1', '2']);
    await expect(
      server.webhooks.rewindDestination({ caller, destinationId, sinceMs: 0 }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('when the destination is deleted, then what is still to come is dropped', async () => {
    const ours = await destination();
    const { caller, destinationId } = ours;
    answering(ours.orgId, (response) => response.writeHead(500).end());
    await ours.emit({});
    await attempted(ours, 1);
    await server.webhooks.deleteDestination({ caller, destinationId });
    server.pass(5_000);
    await eventually(async () => {
      const { rows } = await server.database.pool.query(
        'SELECT FROM webhooks.pending_delivery WHERE destination_id = $1',
        [destinationId],
      );
      expect(rows).toEqual([]);
    });
    expect(ours.received()).toHaveLength(1);
  });
});
