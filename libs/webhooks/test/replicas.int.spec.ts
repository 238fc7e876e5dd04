import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DeliveryDispatcher } from '../src/delivery/delivery-dispatcher.js';
import { accept, eventually, startReceiver, type WebhookReceiver } from './receiver.js';
import { callerWith, startWebhooksServer, type WebhooksServer } from './webhooks-server.js';

const count = 40;

let server: WebhooksServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  // One request at a time of each process: two at once are of two.
  server = await startWebhooksServer({ requestsInFlight: 1, requestsPerDestination: 1 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

it('given two processes, then both deliver, and each delivery is made once', async () => {
  const replica = await server.startReplica();
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
      conversationId: null,
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
