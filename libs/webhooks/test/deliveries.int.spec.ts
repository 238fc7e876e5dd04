import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DeliveryStatus } from '@svc/contracts/webhooks';
import { Webhook } from 'standardwebhooks';
import { eventually } from '@svc/testing';
import { accept, type ReceivedWebhook } from './receiver.js';
import { startWebhooksWorld, type TestDestination, type WebhooksWorld } from './webhooks-world.js';

let world: WebhooksWorld;
beforeAll(async () => void (world = await startWebhooksWorld()));
afterAll(() => world.stop());

const nothing: ReceivedWebhook = { path: '', headers: {}, body: '' };
const signatureOf = (
  secret: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
) => createHmac('sha256', secret).update(`v1:${headers['x-svc-request-timestamp']}:${body}`).digest('hex');

/** Damages the stored secret, or repairs it. */
const flipSecret = ({ destinationId }: TestDestination) =>
  world.server.database.pool.query(
    `UPDATE webhooks.destination_secret
        SET wrapped_secret = set_byte(wrapped_secret, 20, get_byte(wrapped_secret, 20) # 1) WHERE destination_id = $1`,
    [destinationId],
  );

describe('a delivery', () => {
  it('is sent once, signed byte for byte, and both kinds of signatures verify', async () => {
    const ours = await world.destination();
    await ours.emit({ note: 'ü "\u2028" 𝄞' });
    await ours.ended(1);
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
      status: DeliveryStatus.DELIVERY_STATUS_SUCCESS,
      attempts: [{ statusCode: 204, requestId: headers['x-request-id'] }],
      dualSigned: false,
      idempotencyKey: parsed.idempotent_key,
    });
  });

  it('when its event is emitted again, then it is the same delivery', async () => {
    const ours = await world.destination();
    const happening = ours.happening();
    ours.answers(() => undefined);
    await world.server.emit(happening);
    await world.server.emit(happening);
    const { rows } = await world.server.database.pool.query(
      'SELECT FROM webhooks.pending_delivery WHERE destination_id = $1',
      [ours.destinationId],
    );
    expect(rows).toHaveLength(1);
    world.receiver.answers(accept);
  });

  it('given a destination with another subscription, or of another organization, then it is not created', async () => {
    const [ours, theirs] = [await world.destination(), await world.destination()];
    await world.server.webhooks.updateDestination({
      caller: ours.caller,
      destinationId: ours.destinationId,
      acceptedTypes: { names: ['agent-framework-resource-updated'] },
    });
    await ours.emit({});
    await theirs.emit({});
    await theirs.ended(1);
    expect(ours.received()).toEqual([]);
  });

  it('given events of two organizations at once, then it goes only to its own', async () => {
    const [ours, theirs] = [await world.destination(), await world.destination()];
    await world.server.emit(ours.happening({ n: 1 }), theirs.happening({ n: 2 }));
    const { rows } = await world.server.database.pool.query<{ destination_id: string; body: string }>(
      `SELECT destination_id, body FROM webhooks.pending_delivery WHERE destination_id = ANY($1)
       UNION ALL SELECT destination_id, body FROM webhooks.delivery WHERE destination_id = ANY($1)
       ORDER BY body`,
      [[ours.destinationId, theirs.destinationId]],
    );
    const bodies = rows.map(({ body }) => JSON.parse(body) as { n: number; org_id: string });
    expect(rows.map((row, index) => [row.destination_id, bodies[index]?.n, bodies[index]?.org_id])).toEqual([
      [ours.destinationId, 1, ours.orgId],
      [theirs.destinationId, 2, theirs.orgId],
    ]);
  });

  it('given two destinations of an organization, then it has a key of its own for each', async () => {
    const ours = await world.destination();
    const other = await world.destination({ orgId: ours.orgId });
    await ours.emit({});
    await ours.ended(1);
    await other.ended(1);
    const [[one], [another]] = [await ours.history(), await other.history()];
    expect(one?.idempotencyKey).not.toBe(another?.idempotencyKey);
  });

  it('while under way, counts as lost 20 s after its longest request', async () => {
    const ours = await world.destination();
    const held: ServerResponse[] = [];
    ours.answers((response) => void held.push(response));
    await ours.emit({});
    await eventually(() => expect(held).toHaveLength(1));
    const { dueAtMs, createdAtMs } = await ours.pending();
    expect(dueAtMs).toBeGreaterThanOrEqual(createdAtMs + 25_000);
    expect(dueAtMs).toBeLessThanOrEqual(world.server.nowMs() + 25_000);
    held[0]?.writeHead(204).end();
    await ours.ended(1);
  });

  it('while a secret is being replaced, is signed by both, the newer one first, for 30 minutes', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    const { secret: newer } = await world.server.webhooks.rotateSecret({ caller, destinationId });
    await ours.emit({ n: 1 });
    await ours.ended(1);
    const [webhook] = ours.received();
    const { headers, body } = webhook ?? nothing;
    expect(headers['x-svc-request-signature']).toBe(
      [newer, ours.secret].map((secret) => signatureOf(secret, { headers, body })).join(','),
    );
    for (const secret of [newer, ours.secret])
      expect(() => new Webhook(secret).verify(body, { ...headers })).not.toThrow();
    expect(await ours.history()).toMatchObject([{ dualSigned: true }]);

    world.server.pass(1_800_000);
    await ours.emit({ n: 2 });
    await ours.ended(2);
    const [, later] = ours.received();
    expect(later?.headers['x-svc-request-signature']).toBe(later && signatureOf(newer, later));
  });

  it('at the moment of a rotation, is signed by both: the receiver may have the new secret already', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    await ours.emit({ n: 1 });
    await ours.ended(1);
    await world.server.webhooks.rotateSecret({ caller, destinationId });
    await ours.emit({ n: 2 });
    await ours.ended(2);
    const signatures = ours.received().map(({ headers }) => headers['x-svc-request-signature']?.split(','));
    expect(signatures.map((each) => each?.length)).toEqual([1, 2]);
  });

  it('given a secret that does not open, then it waits until it does, and delays no others', async () => {
    const [ours, theirs] = [await world.destination(), await world.destination()];
    await flipSecret(ours);
    await world.server.emit(ours.happening(), theirs.happening());
    await theirs.ended(1);
    await ours.putOff();
    expect(ours.received()).toEqual([]);
    await flipSecret(ours);
    world.server.pass(60_000);
    await ours.ended(1);
  });

  it('given a secret that does not open for longer than the history goes back, then it is given up', async () => {
    const ours = await world.destination();
    await flipSecret(ours);
    await ours.emit({});
    await ours.putOff();
    await ours.dateBack(31 * 86_400_000);
    world.server.pass(60_000);
    await eventually(async () => expect(await ours.pending()).toMatchObject({ count: 0 }));
    expect(ours.received()).toEqual([]);
  });

  it('when the clock is set back, then it still follows a change of the destination', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    await ours.emit({ n: 1 });
    await ours.ended(1);
    world.server.pass(-3_600_000);
    await world.server.webhooks.rotateSecret({ caller, destinationId });
    await ours.emit({ n: 2 });
    await ours.ended(2);
    world.server.pass(3_600_000);
    const signatures = ours.received().map(({ headers }) => headers['x-svc-request-signature']?.split(','));
    expect(signatures.map((each) => each?.length)).toEqual([1, 2]);
  });
});

describe('in the order of a conversation', () => {
  it('given one that fails at first, then only the next of its conversation waits', async () => {
    const ours = await world.destination({ inConversationOrder: true });
    ours.answers((response, { body }, times) => {
      const isFirst = (JSON.parse(body) as { n: number }).n === 1;
      response.writeHead(isFirst && times === 1 ? 500 : 204).end();
    });
    await world.server.emit(
      ours.happening({ n: 1 }, 'a'),
      ours.happening({ n: 2 }, 'a'),
      ours.happening({ n: 3 }, 'b'),
    );
    await world.server.emit(ours.happening({ n: 4 }, 'a'));
    await ours.ended(1);
    await ours.attempted(1);
    expect(await ours.history()).toMatchObject([{ body: expect.stringContaining('"n":3') as string }]);
    world.server.pass(5_000);
    await ours.ended(4);
    const ofA = ours.received().filter(({ body }) => !body.includes('"n":3'));
    expect(ofA.map(({ headers }) => headers['x-svc-sequence-number'])).toEqual(['1', '1', '2', '3']);
    expect(ofA.map(({ body }) => (JSON.parse(body) as { n: number }).n)).toEqual([1, 1, 2, 4]);
  });
});
