import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Subscriber } from '@svc/event-bus';
import { createWorld, deposited, openAccount, type World } from '@svc/event-bus/test-world';
import { noMetrics } from '@svc/telemetry';
import { eventually } from '@svc/testing';
import { testKafka, testSigningKey, testTopicNames } from '../../test/test-kafka.js';
import { createTopics } from '../topics/create-topics.js';
import type { TopicNames } from '../topics/topic-names.js';
import { relayName, startKafkaRelay } from './kafka-relay.js';
import { ClusterChangedError, forgetCluster, TopicChangedError } from './published-cluster.js';

let world: World;
let names: TopicNames;
let relay: Subscriber;
let errors: unknown[];
let nowMs: number;
beforeEach(async () => {
  world = await createWorld();
  ({ names } = testTopicNames());
  await createTopics(testKafka('admin'), { names, sources: ['bank'], partitions: 1 });
  errors = [];
  nowMs = 0;
  relay = start(names);
});
afterEach(async () => {
  await relay?.stop();
  await world?.test.drop();
});

function start(of: TopicNames): Subscriber {
  return startKafkaRelay({
    kafka: testKafka('relay'),
    names: of,
    source: 'bank',
    log: world.logs.bank,
    database: world.test.database,
    signingKey: testSigningKey,
    metrics: noMetrics,
    now: () => nowMs,
    onError: (error) => void errors.push(error),
    onParked: (error) => void errors.push(error),
    onRisk: () => undefined,
  });
}

/** How many events the topic holds. */
async function published(of = names): Promise<number> {
  const admin = testKafka('count').admin();
  await admin.connect();
  const [partition] = await admin.fetchTopicOffsets(of.topicOf('bank'));
  await admin.disconnect();
  return Number(partition?.high);
}

async function clusters(): Promise<readonly string[]> {
  const { rows } = await world.test.database.pool.query<{ cluster_id: string }>(
    'SELECT cluster_id FROM bank.relay_cluster',
  );
  return rows.map(({ cluster_id: id }) => id);
}

it('given a relay that rests, when another cluster is in the place of its own, then it publishes nothing there', async () => {
  const account = openAccount(world);
  await account.append(deposited(1));
  await eventually(async () => expect(await published()).toBe(1));

  await world.test.database.pool.query(`UPDATE bank.relay_cluster SET cluster_id = 'of before'`);
  nowMs += 60_000;
  await account.append(deposited(2));

  await eventually(() => expect(errors).toContainEqual(expect.any(ClusterChangedError)));
  expect(await published()).toBe(1);
});

it('given a log that is published again while its relay runs, then the relay keeps the id of its cluster again', async () => {
  const account = openAccount(world);
  await account.append(deposited(1));
  await eventually(async () => expect(await published()).toBe(1));
  const kept = await clusters();

  await forgetCluster(world.test.database, 'bank');
  nowMs += 60_000;
  await account.append(deposited(2));

  await eventually(async () => expect(await clusters()).toEqual(kept));
  expect(kept).toHaveLength(1);
});

it('given a relay that is started with topics of another prefix, then it publishes nothing there until its log is published again', async () => {
  const account = openAccount(world);
  await account.append(deposited(1));
  await eventually(async () => expect(await published()).toBe(1));
  await relay.stop();

  const { names: other } = testTopicNames();
  await createTopics(testKafka('admin'), { names: other, sources: ['bank'], partitions: 1 });
  relay = start(other);
  await account.append(deposited(2));
  await eventually(() => expect(errors).toContainEqual(expect.any(TopicChangedError)));
  expect(await published(other)).toBe(0);

  expect(await world.logs.bank.rewind(relayName, 'start')).toBe('begun');
  await forgetCluster(world.test.database, 'bank');
  await eventually(async () => expect(await published(other)).toBe(2));
});
