import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RunningContext } from '@svc/service-host';
import { eventually } from '@svc/testing';
import { DeliveryDispatcher } from '../src/delivery/delivery-dispatcher.js';
import { accept, startReceiver, type WebhookReceiver } from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

const count = 40;

let server: WebhooksServer;
let receiver: WebhookReceiver;
let replica: RunningContext;
beforeAll(async () => {
  // One request at a time for each process: two at once come from two processes.
  server = await startWebhooksServer({ requestsInFlight: 1, requestsPerDestination: 1 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

it('given two processes, then both deliver, and each delivery is made once', async () => {
  replica = await server.startReplica();
  await server.webhooks.createDestination({
    caller: callerWith(),
    url: receiver.url,
    acceptedTypes: ['api-key-expiration-soon'],
    retryAttempts: 1,
    inConversationOrder: false,
  });
  const held: ServerResponse[] = [];
  receiver.answers((response) => void held.push(response));
  await server.emit(
    ...Array.from({ length: count }, () => ({
      tenantId: 'org:demo' as const,
      type: 'api-key-expiration-soon' as const,
      eventId: randomUUID(),
      subject: null,
      orderKey: null,
      workspaceTenant: null,
      fields: {},
    })),
  );
  replica.get(DeliveryDispatcher).wake();
  await eventually(() => expect(held).toHaveLength(2));

  receiver.answers(accept);
  for (const response of held) response.writeHead(204).end();

  await eventually(async () => {
    const { rows } = await server.database.pool.query('SELECT FROM webhooks.delivery');
    expect(rows).toHaveLength(count);
  });
  const keys = receiver.received.map(({ headers }) => headers['x-svc-idempotent-key']);
  expect(keys).toHaveLength(count);
  expect(new Set(keys).size).toBe(count);
});

it('given a process that is stopped during a request, then another makes it again, and it counts once', async () => {
  await replica.get(DeliveryDispatcher).drain(0);
  const before = receiver.received.length;
  const held: ServerResponse[] = [];
  receiver.answers((response) => void held.push(response));
  await server.emit({
    tenantId: 'org:demo',
    type: 'api-key-expiration-soon',
    eventId: randomUUID(),
    subject: null,
    orderKey: null,
    workspaceTenant: null,
    fields: {},
  });
  await eventually(() => expect(held).toHaveLength(1));
  receiver.answers(accept);
  const next = await server.startReplica();
  await server.context.get(DeliveryDispatcher).drain(0);
  next.get(DeliveryDispatcher).wake();

  await eventually(async () => {
    const { rows } = await server.database.pool.query('SELECT FROM webhooks.delivery');
    expect(rows).toHaveLength(count + 1);
  });
  const { rows } = await server.database.pool.query<{ attempts: string; status: string }>(
    'SELECT status, attempts FROM webhooks.delivery ORDER BY created_at DESC LIMIT 1',
  );
  const [{ status, attempts } = { status: '', attempts: '[]' }] = rows;
  expect([status, (JSON.parse(attempts) as unknown[]).length]).toEqual(['success', 1]);
  const keys = receiver.received.slice(before).map(({ headers }) => headers['x-svc-idempotent-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
