import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { ClassicClient } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { untilErasedEverywhere } from '../support/deleted-user.js';
import { signInAsNewUser } from '../support/members.js';
import { startSystem, type RunningSystem } from '../support/running-system.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import {
  createDestination,
  stages,
  type CreatedDestination,
  type StageWebhook,
} from '../support/webhook-destinations.js';
import { WebhookReceiver, type ReceivedWebhook } from '../support/webhook-receiver.js';

jest.setTimeout(180_000); // the first one starts a whole system

let dataDir: string;
let system: RunningSystem;
let administrator: ClassicClient;
let receiver: WebhookReceiver;
let destination: CreatedDestination;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  receiver = await WebhookReceiver.start();
  system = await startSystem({ dataDir });
  administrator = await signInAsDemoUser(system.baseUrl, system.credentials());
  destination = await createDestination(administrator, receiver.url, { inOrder: true });
});
afterAll(async () => {
  await system?.stop();
  await receiver?.stop();
  removeFolder(dataDir);
});

const newUser = () => signInAsNewUser(administrator, system.credentials());

async function begin(user: ClassicClient): Promise<string> {
  const { id } = await beginConversation(user, system.credentials().service_id);
  return id;
}

const webhookOf = ({ body }: ReceivedWebhook) => JSON.parse(body) as StageWebhook;
const receivedOf = (id: string) =>
  receiver.received.filter((received) => webhookOf(received).conversation_id === id);

/** Resolves once both stages of the conversation have been told. */
async function told(id: string): Promise<readonly ReceivedWebhook[]> {
  while (receivedOf(id).length < stages.length) await delay(20);
  return receivedOf(id);
}

describe('a conversation that was finished', () => {
  it('is told of by two webhooks, a stage each and in their order, whose signatures verify in both ways', async () => {
    const { client: user } = await newUser();
    const id = await begin(user);
    await user.finish(id);

    const received = await told(id);

    expect(received.map(webhookOf)).toEqual(
      stages.map((stage, index) => ({
        type: 'conversation-post-processing-complete',
        post_processing_type: stage,
        conversation_id: id,
        org_id: system.credentials().org_id,
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

describe('a conversation that ends with its user', () => {
  it('is told of by none', async () => {
    const [{ client: deleted, userId }, { client: other }] = [await newUser(), await newUser()];
    const [gone, finished] = [await begin(deleted), await begin(other)];
    await administrator.request('DELETE', `user/${userId}`);
    await untilErasedEverywhere(system);
    // What is finished later is told later: by then the first would have been told of.
    await other.finish(finished);

    await told(finished);

    expect(receivedOf(gone)).toEqual([]);
  });
});
