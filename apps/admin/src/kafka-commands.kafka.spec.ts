import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { contexts } from '@svc/installation';
import { runMigrations } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { CollectedOutput } from '../test/collected-output.js';
import { runAdmin } from './run-admin.js';

let test: TestDatabase;
let said: CollectedOutput;
beforeEach(async () => {
  test = await createTestDatabase();
  for (const { migrations } of contexts) await runMigrations(test.database, migrations);
  said = new CollectedOutput();
});
afterEach(() => test.drop());

/** @returns the exit code */
function say(words: string, env: Record<string, string> = {}): Promise<number> {
  const { stdout, stderr } = said;
  const environment = { DATABASE_URL: test.connectionString, ...env };
  return runAdmin(words.split(' '), { environment, stdout, stderr });
}

it('creates the topics of all contexts once, and names those that can lose events', async () => {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const env = {
    KAFKA_BROKERS: process.env['SVC_TEST_KAFKA_BROKERS'] ?? '',
    SVC_INSTALLATION: 'a',
    SVC_KAFKA_PREFIX: prefix,
  };
  const topic = { partitions: 2, replicas: 1, minInSyncReplicas: 1 };
  const topics = (isNew: boolean) =>
    contexts.map(({ name }) => ({ topic: `${prefix}.${name}.events`, ...topic, isNew }));

  await say('bus topics --partitions 2 --replicas 1', env);
  expect(said.out.map((line) => JSON.parse(line) as unknown)).toEqual(topics(true));
  expect(said.error).toEqual(
    contexts.map(
      ({ name }) =>
        `Warning: Topic ${prefix}.${name}.events has one replica: its events are lost with the disk of one broker.`,
    ),
  );

  said.out.length = 0;
  await say('bus topics', env);
  expect(said.out.map((line) => JSON.parse(line) as unknown)).toEqual(topics(false));
});

it('says what to do without brokers, and with brokers that do not respond', async () => {
  expect(await say('bus topics')).toBe(1);
  expect(said.error.at(-1)).toMatch(/^Name the brokers/);
  expect(await say('bus topics', { KAFKA_BROKERS: '127.0.0.1:1', SVC_INSTALLATION: 'a' })).toBe(1);
  expect(said.error.at(-1)).toMatch(/^The topics could not be created at 127.0.0.1:1: /);
});

it('makes a relay publish its log again from a position on', async () => {
  await say('bus republish --context identity --from start');
  expect(said.out).toEqual([
    'identity: its relay has published nothing yet, and begins with the first event.',
  ]);
  await test.database.pool.query(
    `INSERT INTO identity.subscription_checkpoint (name, epoch, transaction_id, position) VALUES ('bus.relay', 1, '900', 70)`,
  );

  await say('bus republish --context identity --from 1/812/40');

  const { rows } = await test.database.pool.query(
    `SELECT epoch, transaction_id::text, position::int, fence::int FROM identity.subscription_checkpoint`,
  );
  expect(rows).toEqual([{ epoch: 1, transaction_id: '812', position: 40, fence: 2 }]);
  expect(said.out.at(-1)).toMatch(/^identity: its relay publishes again from there/);
});

it.each([
  'bus republish --context identity --from 12',
  'bus republish --context nobody --from start',
  'bus topics --partitions 0',
])('refuses %s', async (words) => {
  expect(await say(words)).toBe(1);
  expect(said.error.join()).toMatch(/invalid/i);
});
