import { eventually } from '@svc/testing';
import { DeliveryDays } from '../src/delivery/delivery-days.js';
import { startWebhooksWorld, type WebhooksWorld } from './webhooks-world.js';

const dayMs = 86_400_000;

/** It is fixed: no day ends while a test counts them. */
const startedAtMs = Date.now();

let world: WebhooksWorld;
beforeAll(async () => void (world = await startWebhooksWorld({}, { now: () => startedAtMs })));
afterAll(() => world.stop());

/** The partitions of the history, by their days (`20261122`). */
async function days(): Promise<readonly string[]> {
  const { rows } = await world.server.database.pool.query<{ day: string }>(
    `SELECT right(inhrelid::regclass::text, 8) AS day FROM pg_inherits
      WHERE inhparent = 'webhooks.delivery'::regclass ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function delivered(): Promise<number> {
  const { rows } = await world.server.database.pool.query('SELECT FROM webhooks.delivery');
  return rows.length;
}

it('keeps deliveries for 30 days, then drops the whole day, and always has partitions for the next days', async () => {
  const ours = await world.destination();
  await ours.emit({});
  await ours.ended(1);
  const [today = ''] = await days();
  const keep = () => world.server.context.get(DeliveryDays).keep();

  world.server.pass(30 * dayMs);
  await keep();
  expect(await days()).toContain(today);
  expect(await delivered()).toBe(1);

  world.server.pass(dayMs);
  await keep();
  expect(await days()).not.toContain(today);
  expect(await delivered()).toBe(0);
  expect((await days()).at(-1)).toBe(dayIn(34));
});

it('given a machine that sleeps for longer than the days created ahead, then later deliveries are kept too', async () => {
  const ours = await world.destination();
  world.server.pass(10 * dayMs);
  await ours.emit({});
  await ours.ended(1);
});

it('given a delivery that waited for longer than the history goes back, then it is made, and delays no other', async () => {
  const ours = await world.destination();
  ours.answers((response, { body }, times) =>
    response.writeHead(body.includes('"n":1') && times === 1 ? 500 : 204).end(),
  );
  await ours.emit({ n: 1 });
  await ours.attempted(1);
  await ours.dateBack(40 * dayMs);
  world.server.pass(5_000);
  await eventually(async () => expect(await ours.pending()).toMatchObject({ count: 0 }));
  await ours.emit({ n: 2 });
  await ours.ended(1);
  const numbers = ours.received().map(({ body }) => (JSON.parse(body) as { n: number }).n);
  expect(numbers).toEqual([1, 1, 2]);
});

it('given a delivery dated by a clock that was ahead, then it counts as of now', async () => {
  const ours = await world.destination();
  ours.answers((response, _webhook, times) => response.writeHead(times === 1 ? 500 : 204).end());
  await ours.emit({});
  await ours.attempted(1);
  await ours.dateBack(-50 * dayMs);
  world.server.pass(10 * dayMs);
  await ours.ended(1);
});

/** So many days after the start. */
function dayIn(count: number): string {
  return new Date(startedAtMs + count * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
}
