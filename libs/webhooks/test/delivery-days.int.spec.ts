import { randomUUID } from 'node:crypto';
import { DeliveryDays } from '../src/delivery/delivery-days.js';
import { eventually, startReceiver, type WebhookReceiver } from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

const dayMs = 86_400_000;

let server: WebhooksServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  server = await startWebhooksServer();
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** The partitions of the history, by their days (`20261122`). */
async function days(): Promise<readonly string[]> {
  const { rows } = await server.database.pool.query<{ day: string }>(
    `SELECT right(inhrelid::regclass::text, 8) AS day FROM pg_inherits
      WHERE inhparent = 'webhooks.delivery'::regclass ORDER BY day`,
  );
  return rows.map(({ day }) => day);
}

async function delivered(): Promise<number> {
  const { rows } = await server.database.pool.query('SELECT FROM webhooks.delivery');
  return rows.length;
}

it('keeps deliveries for 30 days, then drops the whole day, and always has room for the days to come', async () => {
  await server.webhooks.createDestination({
    caller: callerWith(),
    url: receiver.url,
    acceptedTypes: ['api-key-expiration-soon'],
    retryAttempts: 1,
    inConversationOrder: false,
  });
  await server.emit({
    tenantId: 'org:demo',
    type: 'api-key-expiration-soon',
    eventId: randomUUID(),
    conversationId: null,
    fields: {},
  });
  await eventually(async () => expect(await delivered()).toBe(1));
  const [today = ''] = await days();
  const keep = () => server.context.get(DeliveryDays).keep();

  server.pass(30 * dayMs);
  await keep();
  expect(await days()).toContain(today);
  expect(await delivered()).toBe(1);

  server.pass(dayMs);
  await keep();
  expect(await days()).not.toContain(today);
  expect(await delivered()).toBe(0);
  expect((await days()).at(-1)).toBe(dayIn(34));
});

/** So many days from now. */
function dayIn(count: number): string {
  return new Date(Date.now() + count * dayMs).toISOString().slice(0, 10).replaceAll('-', '');
}
