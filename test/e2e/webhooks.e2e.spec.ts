import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { ClassicClient } from '../support/client.js';
import { untilErasedEverywhere } from '../support/deleted-user.js';
import {
  createDestination,
  stages,
  type CreatedDestination,
  type StageWebhook,
} from '../support/webhook-destinations.js';
import { WebhookReceiver, type ReceivedWebhook } from '../support/webhook-receiver.js';
import { SuiteSystem } from '../support/suite-system.js';

const system = new SuiteSystem();
let receiver: WebhookReceiver;
let destination: CreatedDestination;

beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  destination = await createDestination(system.administrator, receiver.url, { inOrder: true });
});
afterAll(async () => {
  await system.administrator.request('DELETE', `webhook_destination/${destination.id}`);
  await receiver?.stop();
});

const newUser = () => system.newUser();

async function begin(user: ClassicClient): Promise<string> {
  const { id } = await system.begin(user);
  return id;
}

const webhookOf = ({ body }: ReceivedWebhook) => JSON.parse(body) as StageWebhook;
const receivedOf = (id: string) =>
  receiver.received.filter((received) => webhookOf(received).conversation_id === id);

/** Resolves once the webhooks of both stages of the conversation have arrived. */
async function told(id: string): Promise<readonly ReceivedWebhook[]> {
  while (receivedOf(id).length < stages.length) await delay(20);
  return receivedOf(id);
}

interface Failure {
  readonly answer: (response: ServerResponse) => void;
  /** In the history: the status, or why there was none. */
  readonly recorded: number | string;
}

interface Deliveries {
  readonly webhook_deliveries: readonly {
    readonly status: string;
    readonly idempotent_key: string;
    readonly delivery_attempts: readonly { readonly status_code: number; readonly error: string | null }[];
  }[];
}

/** The history of a destination once it has these deliveries, among those of conversations of other suites. */
async function deliveriesOf(destinationId: string, keys: ReadonlyMap<string, unknown>, count: number) {
  for (;;) {
    const { webhook_deliveries: deliveries } = await system.administrator.json<Deliveries>(
      'GET',
      `webhook_destination/${destinationId}/delivery`,
    );
    const own = deliveries.filter(({ idempotent_key: key }) => keys.has(key));
    if (own.length >= count) return own;
    await delay(100);
  }
}

describe('a conversation that was finished', () => {
  it('sends two webhooks, one for each stage in order, whose signatures verify in both formats', async () => {
    const { client: user } = await newUser();
    const id = await begin(user);
    await user.finish(id);

    const received = await told(id);

    expect(received.map(webhookOf)).toEqual(
      stages.map((stage, index) => ({
        type: 'conversation-post-processing-complete',
        post_processing_type: stage,
        conversation_id: id,
        org_id: system.credentials.org_id,
        idempotent_key: received[index]?.headers['x-svc-idempotent-key'],
      })),
    );
    expect(received.map(({ headers }) => headers['x-svc-sequence-number'])).toEqual(['1', '2']);
    for (const { headers, body } of received) {
      const signed = `v1:${headers['x-svc-request-timestamp']}:${body}`;
      const signature = createHmac('sha256', destination.secret).update(signed).digest('hex');
      expect(headers['x-svc-request-signature']).toBe(signature);
      expect(new Webhook(destination.secret).verify(body, { ...headers })).toEqual(JSON.parse(body));
    }
  });
});

describe('a receiver that does not acknowledge', () => {
  it('gets retries under the same key after any error, and its redirects are not followed', async () => {
    const strangers = await WebhookReceiver.start();
    const failures: readonly Failure[] = [
      { recorded: 500, answer: (response) => response.writeHead(500).end('no') },
      { recorded: 307, answer: (response) => response.writeHead(307, { location: strangers.url }).end() },
      { recorded: 'connection_lost', answer: (response) => response.socket?.destroy() },
      { recorded: 'timed_out', answer: () => undefined },
      // Drips the head of an answer.
      { recorded: 'timed_out', answer: (response) => response.socket?.write('HTTP/1.1 200 OK\r\nx: ') },
      { recorded: 'invalid_answer', answer: (response) => response.socket?.end('garbage\r\n\r\n') },
    ];
    const own = new Set<string>();
    // A request on a closed connection is repeated in the same attempt.
    const firstAttempts = new Map<string, string | undefined>();
    const failing = await WebhookReceiver.start({
      answer: (response, received) => {
        const { headers } = received;
        if (!own.has(webhookOf(received).conversation_id)) return response.writeHead(204).end();
        const key = headers['x-svc-idempotent-key'] ?? '';
        if (!firstAttempts.has(key)) firstAttempts.set(key, headers['x-request-id']);
        const failure = failures[[...firstAttempts.keys()].indexOf(key)];
        if (failure && firstAttempts.get(key) === headers['x-request-id']) failure.answer(response);
        else response.writeHead(204).end();
      },
    });
    const { id: destinationId } = await createDestination(system.administrator, failing.url);
    const { client: user } = await newUser();
    for (let told = 0; told < failures.length; told += stages.length) {
      const id = await begin(user);
      own.add(id);
      await user.finish(id);
    }

    const deliveries = await deliveriesOf(destinationId, firstAttempts, failures.length);

    const first = deliveries.map(({ delivery_attempts: [made] }) => made?.error ?? made?.status_code);
    expect(first.sort()).toEqual(failures.map(({ recorded }) => recorded).sort());
    for (const { status, delivery_attempts: made, idempotent_key: key } of deliveries) {
      expect([status, made.map(({ status_code }) => status_code).at(-1)]).toEqual(['success', 204]);
      const bodies = failing.received.filter(({ headers }) => headers['x-svc-idempotent-key'] === key);
      expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
    }
    expect(strangers.received).toEqual([]);
    await system.administrator.request('DELETE', `webhook_destination/${destinationId}`);
    await failing.stop();
    await strangers.stop();
  });
});

describe('a conversation that ends with its user', () => {
  it('sends none', async () => {
    const [{ client: deleted, userId }, { client: other }] = [await newUser(), await newUser()];
    const [gone, finished] = [await begin(deleted), await begin(other)];
    await system.administrator.request('DELETE', `user/${userId}`);
    await untilErasedEverywhere(system);
    // A later conversation is delivered later, so the first would have arrived by then.
    await other.finish(finished);

    await told(finished);

    expect(receivedOf(gone)).toEqual([]);
  });
});
