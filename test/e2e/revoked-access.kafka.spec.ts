import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { runAdmin } from '../support/admin.js';
import { ClassicClient, HttpError } from '../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { signInAsNewUser } from '../support/members.js';
import { signInAsDemoUser } from '../support/sessions.js';
import { TwoHosts } from '../support/two-hosts.js';

jest.setTimeout(180_000); // nine processes are started

const stillClock = path.resolve(import.meta.dirname, '../support/still-clock.mjs');
/** For the installer's command too. */
const kafka = {
  KAFKA_BROKERS: process.env['SVC_TEST_KAFKA_BROKERS'] ?? '',
  SVC_INSTALLATION: `test-${randomBytes(6).toString('hex')}`,
};

let folder: string;
let database: TestDatabase;
let system: TwoHosts;
/** At the first gateway, where what ends accesses is asked for. */
let administrator: ClassicClient;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase({ maxConnections: 2 });
  Object.assign(process.env, kafka);
  await runAdmin(folder, 'bus', 'topics', '--partitions', '6');
  system = await TwoHosts.start(database.connectionString, folder, (app, name) => ({
    ...kafka,
    // Nothing in the second gateway's caches expires: only an event can remove it.
    ...(app === 'gateway' && name === 'second' && { NODE_OPTIONS: `--import=${stillClock}` }),
  }));
  await untilItHearsEvents(system.second.gateway.baseUrl);
  administrator = await signInAsDemoUser(system.first.gateway.baseUrl, system.credentials);
});
afterAll(async () => {
  await system?.stop();
  await database?.drop();
  removeFolder(folder);
});

/** Which it does some time after it serves. */
async function untilItHearsEvents(gateway: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${gateway}/metrics`)).text();
    if (/^event_bus_tail_begun\{subscriber="gateway.accesses".*\} 1/m.test(metrics)) return;
    await delay(10);
  }
}

interface Key {
  readonly api_key_id: string;
  readonly api_key: string;
}

/** A user with their own key, signed in at the second gateway, which has cached their permissions. */
async function someoneKnownToTheSecond() {
  const { userId: user_id } = await signInAsNewUser(administrator, system.credentials);
  const key = await administrator.json<Key>('POST', 'organization/api_key/', {
    body: { duration: 'P1D', role_name: 'DefaultUserRole' },
  });
  const client = new ClassicClient(system.second.gateway.baseUrl, administrator.organization);
  await client.signIn({ ...key, user_id });
  const status = async (): Promise<number> => {
    const answer = await client.services().catch((error: unknown) => error);
    return answer instanceof HttpError ? answer.status : 200;
  };
  expect(await status()).toBe(200);
  return { userId: user_id, apiKeyId: key.api_key_id, status };
}

/** Says how long it took: a figure of docs/performance.md. */
async function untilRefused(status: () => Promise<number>, what: string): Promise<void> {
  const since = performance.now();
  while ((await status()) !== 401) await delay(5);
  process.stdout.write(
    `${what}: refused by another gateway after ${Math.ceil(performance.now() - since)} ms\n`,
  );
}

describe('a user whom a gateway has cached, with events over Kafka', () => {
  it('is locked out when their key is deleted at another gateway', async () => {
    const { apiKeyId, status } = await someoneKnownToTheSecond();
    await administrator.request('DELETE', `organization/api_key/${apiKeyId}`);
    await untilRefused(status, 'a deleted key');
  });

  it('is locked out when they are deleted at another gateway', async () => {
    const { userId, status } = await someoneKnownToTheSecond();
    await administrator.request('DELETE', `user/${userId}`);
    await untilRefused(status, 'a deleted user');
  });
});
