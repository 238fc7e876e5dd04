import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClassicClient, expressWebhookHandler, type WebhookEvent } from '@svc/sdk';
import { SuiteSystem } from '../support/suite-system.js';
import { stages } from '../support/webhook-destinations.js';

const system = new SuiteSystem();
const handled: WebhookEvent[] = [];
/** Of each delivery: its key, and what it was answered. Conversations of other suites are told too. */
const answered: { readonly key: unknown; readonly status: number }[] = [];
let secret = '';
/** The conversation whose next event can't be handled. */
let failing: string | undefined;
const handle = expressWebhookHandler({
  secret: () => secret,
  onEvent: (event) => {
    if (event['conversation_id'] === failing) {
      failing = undefined;
      throw new Error('The database is away.');
    }
    handled.push(event);
  },
});
const receiver = createServer((request, response) => {
  const key = request.headers['x-svc-idempotent-key'];
  void handle(request, response).then(() => answered.push({ key, status: response.statusCode }));
});
let administrator: ClassicClient;
let destinationId: string;

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const tokens = { token: () => system.administrator.token ?? '' };
  const org = system.credentials.org_id;
  administrator = new ClassicClient({ baseUrl: system.baseUrl, org, tokens });
  const { port } = receiver.address() as AddressInfo;
  const made = await administrator.webhookDestinations.create({
    url: `http://127.0.0.1:${port}/`,
    accepted_types: ['conversation-post-processing-complete'],
    retry_attempts: 5,
  });
  ({ id: destinationId, secret } = made);
});
afterAll(async () => {
  await administrator.webhookDestinations.delete(destinationId);
  receiver.closeAllConnections();
  await once(receiver.close(), 'close');
});

/** The stages of a conversation that were handled, once there are both. */
async function handledOf(id: string): Promise<readonly WebhookEvent[]> {
  for (;;) {
    const own = handled.filter((event) => event['conversation_id'] === id);
    if (own.length >= stages.length) return own;
    await delay(20);
  }
}

describe('a receiver made with the SDK', () => {
  it('handles each event of the service once, also one that it could not handle at first', async () => {
    const { client: user } = await system.newUser();
    const { id } = await system.begin(user);
    failing = id;
    await user.finish(id);
    const events = await handledOf(id);
    expect(events.map((event) => event['post_processing_type']).sort()).toEqual(stages);
    const keys = events.map((event) => event.idempotent_key);
    const statuses = answered.filter(({ key }) => keys.includes(key as string)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 500]);
  });

  it('acknowledges what is delivered again, and does not handle it again', async () => {
    const { client: user } = await system.newUser();
    const { id } = await system.begin(user);
    await user.finish(id);
    const [event] = await handledOf(id);
    const statusesOf = () =>
      answered.filter(({ key }) => key === event?.idempotent_key).map(({ status }) => status);
    let delivery;
    while (delivery?.status !== 'success') {
      const deliveries = administrator.webhookDestinations.listDeliveriesAutoPaging(destinationId);
      for await (const one of deliveries) if (one.idempotent_key === event?.idempotent_key) delivery = one;
    }
    await administrator.webhookDestinations.redeliver(destinationId, delivery.id);
    while (statusesOf().length < 2) await delay(20);
    expect(statusesOf()).toEqual([200, 200]);
    expect(handled.filter((one) => one.idempotent_key === event?.idempotent_key)).toHaveLength(1);
  });
});
