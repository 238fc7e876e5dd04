import { eventually } from '@svc/testing';
import { DeliveryDuties } from '../src/delivery/delivery-duties.js';
import { DeliveryRewinds, rewindInsertion } from '../src/delivery/delivery-rewinds.js';
import { startWebhooksWorld, type TestDestination, type WebhooksWorld } from './webhooks-world.js';

let world: WebhooksWorld;
beforeAll(async () => {
  world = await startWebhooksWorld();
  // It looks for rewinds too; here the test carries each one out.
  await world.server.context.get(DeliveryDuties).stop();
});
afterAll(() => world.stop());

/** As an append would insert it. */
async function rewind({ destinationId, orgId }: TestDestination, sinceMs: number, untilMs: number) {
  const rewindId = `rewind-of-${destinationId}`;
  await world.server.database.query(
    rewindInsertion({ rewindId, tenantId: `org:${orgId}`, destinationId, sinceMs, untilMs }),
  );
}
const carryOut = (signal = new AbortController().signal) =>
  world.server.context.get(DeliveryRewinds).carryOut(signal);
const keysOf = (ours: TestDestination) =>
  ours.received().map(({ headers }) => headers['x-svc-idempotent-key'] ?? '');

describe('a rewind that is carried out', () => {
  it('given an event after its request, then that is not delivered again', async () => {
    const ours = await world.destination();
    await ours.emit({ n: 1 });
    await ours.ended(1);
    const [{ createdAtMs } = { createdAtMs: 0 }] = await ours.history();
    world.server.pass(1_000);
    await ours.emit({ n: 2 });
    await ours.ended(2);
    await rewind(ours, createdAtMs, createdAtMs);
    await carryOut();
    await ours.ended(3);
    const [first, second, again] = keysOf(ours);
    expect(again).toBe(first);
    expect(again).not.toBe(second);
  });

  it('given more deliveries than one part, then all are delivered again', async () => {
    const ours = await world.destination();
    const nowMs = world.server.nowMs();
    await world.server.database.pool.query(
      `INSERT INTO webhooks.delivery (delivery_id, tenant_id, destination_id, event_type, idempotency_key, body,
                                      is_original, status, attempts, dual_signed, created_at)
       SELECT md5($1 || n), $2, $1, 'api-key-expiration-soon', 'k' || n, '{}', true, 'success', '[]', false, $3
         FROM generate_series(1, 501) AS n`,
      [ours.destinationId, `org:${ours.orgId}`, new Date(nowMs)],
    );
    await rewind(ours, nowMs, nowMs);
    await carryOut();
    await eventually(() => expect(new Set(keysOf(ours)).size).toBe(501));
  });

  it('when the process stops, then the next run does the rest', async () => {
    const ours = await world.destination();
    await ours.emit({});
    await ours.ended(1);
    const [{ createdAtMs } = { createdAtMs: 0 }] = await ours.history();
    await rewind(ours, createdAtMs, createdAtMs);
    await carryOut(AbortSignal.abort());
    const { rows } = await world.server.database.pool.query('SELECT FROM webhooks.delivery_rewind');
    expect(rows).toHaveLength(1);
    await carryOut();
    await ours.ended(2);
  });
});
