import { DeliveryStatus } from '@svc/contracts/webhooks';
import { eventually } from '@svc/testing';
import { startWebhooksWorld, type WebhooksWorld } from './webhooks-world.js';

let world: WebhooksWorld;
beforeAll(async () => void (world = await startWebhooksWorld()));
afterAll(() => world.stop());

const failed = DeliveryStatus.DELIVERY_STATUS_FAILED;

describe('the history', () => {
  it('is filtered, sorted and paged', async () => {
    const ours = await world.destination({ retryAttempts: 1 });
    ours.answers((response, { body }) => response.writeHead(body.includes('"n":2') ? 400 : 200).end());
    for (const n of [1, 2, 3]) {
      await ours.emit({ n });
      await ours.ended(n);
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
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    await ours.emit({});
    await ours.ended(1);
    const [{ deliveryId } = { deliveryId: '' }] = await ours.history();
    const again = await world.server.webhooks.redeliver({ caller, destinationId, deliveryId });
    await ours.ended(2);
    const [first, second] = await ours.history();
    expect(second).toMatchObject({
      deliveryId: again.deliveryId,
      idempotencyKey: first?.idempotencyKey,
      body: first?.body,
    });
    await expect(
      world.server.webhooks.redeliver({ caller, destinationId, deliveryId: '0123456789abcdef01234567' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await world.server.webhooks.deleteDestination({ caller, destinationId });
    await expect(
      world.server.webhooks.redeliver({ caller, destinationId, deliveryId }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('when many are delivered again at once, then each is, and the log names who requested which', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    await ours.emit(...Array.from({ length: 12 }, (_each, n) => ({ n })));
    await ours.ended(12);
    const ids = (await ours.history()).map(({ deliveryId }) => deliveryId);
    const repetitions = await Promise.all(
      ids.map((deliveryId) => world.server.webhooks.redeliver({ caller, destinationId, deliveryId })),
    );
    await ours.ended(24);
    const { rows } = await world.server.database.pool.query<{ told: object }>(
      `SELECT payload::jsonb || jsonb_build_object('stream', stream_id, 'actor', metadata::json ->> 'actor') AS told
         FROM webhooks.event
        WHERE event_type = 'DeliveryRepeated' AND payload::json ->> 'destinationId' = $1
        ORDER BY payload::json ->> 'deliveryId'`,
      [destinationId],
    );
    const asked = ids.map((deliveryId, index) => ({
      deliveryId,
      destinationId,
      stream: `org:${ours.orgId}/repetition/${repetitions[index]?.deliveryId}`,
      actor: `user:${caller.userId}`,
    }));
    expect(rows.map(({ told }) => told)).toEqual(
      asked.sort((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1)),
    );
  });

  it('given one of another destination, then this one does not deliver it again', async () => {
    const ours = await world.destination();
    const other = await world.destination({ orgId: ours.orgId });
    await ours.emit({});
    await other.ended(1);
    const [{ deliveryId } = { deliveryId: '' }] = await other.history();
    const { caller, destinationId } = ours;
    await expect(
      world.server.webhooks.redeliver({ caller, destinationId, deliveryId }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('given one from more than 30 days ago, then it is neither listed nor delivered again', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    await ours.emit({});
    await ours.ended(1);
    const [{ deliveryId } = { deliveryId: '' }] = await ours.history();
    const thirtyDaysMs = 30 * 86_400_000;
    world.server.pass(thirtyDaysMs + 60_000);
    const history = await ours.history();
    const repetition = world.server.webhooks.redeliver({ caller, destinationId, deliveryId });
    await expect(repetition).rejects.toMatchObject({ code: 'not_found' });
    world.server.pass(-thirtyDaysMs - 60_000);
    expect(history).toEqual([]);
  });

  it('when it is rewound, then each since then is sent once more, also after another rewind', async () => {
    const ours = await world.destination({ inConversationOrder: true });
    const { caller, destinationId } = ours;
    await ours.emit({ n: 1 });
    await ours.ended(1);
    world.server.pass(60_000);
    const since = Date.now();
    await world.server.emit(ours.happening({ n: 2 }, 'a'), ours.happening({ n: 3 }, 'a'));
    await ours.ended(3);
    const keys = (await ours.history()).map(({ idempotencyKey }) => idempotencyKey);
    const sinceMs = (await ours.history())[1]?.createdAtMs ?? since;
    for (const times of [1, 2]) {
      await world.server.webhooks.rewindDestination({ caller, destinationId, sinceMs });
      await ours.ended(3 + 2 * times);
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
      world.server.webhooks.rewindDestination({ caller, destinationId, sinceMs: 0 }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('when the destination is deleted, then its pending deliveries are dropped', async () => {
    const ours = await world.destination();
    const { caller, destinationId } = ours;
    ours.answers((response) => response.writeHead(500).end());
    await ours.emit({});
    await ours.attempted(1);
    await world.server.webhooks.deleteDestination({ caller, destinationId });
    world.server.pass(5_000);
    await eventually(async () => {
      const { rows } = await world.server.database.pool.query(
        'SELECT FROM webhooks.pending_delivery WHERE destination_id = $1',
        [destinationId],
      );
      expect(rows).toEqual([]);
    });
    expect(ours.received()).toHaveLength(1);
  });
});
