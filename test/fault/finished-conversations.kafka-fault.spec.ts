import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createTestDatabase, seededRandom, seedFrom, type TestDatabase } from '@svc/testing';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { DistributedProcess } from '../support/distributed-process.js';
import { testCluster } from './bus/test-cluster.js';
import { isFullRun, sessionEnvironment } from './fault-length.js';
import { FinishingRun, nothingWrong } from './finished/finishing-run.js';

/** A group notices a killed member after half a minute, so the twenty kills take twelve minutes. */
jest.setTimeout((isFullRun ? 30 : 15) * 60_000);

const users = 8;
/** Of each. */
const kills = isFullRun ? 10 : 1;
/** That are finished while brokers are restarted. */
const conversations = isFullRun ? 500 : 50;
const services = ['memory', 'webhooks'] as const;
const random = seededRandom(seedFrom('SVC_FAULT_SEED'));

let folder: string;
let test: TestDatabase;
let cluster: KafkaCluster;
let system: DistributedProcess;
let run: FinishingRun;

beforeEach(async () => {
  cluster = await testCluster();
  folder = makeTemporaryFolder();
  test = await createTestDatabase({ maxConnections: 1 });
  system = await DistributedProcess.start({
    dataDir: path.join(folder, 'data'),
    env: {
      DATABASE_URL: test.connectionString,
      KAFKA_BROKERS: cluster.endpoints,
      SVC_DATABASE_CONNECTIONS: '5',
      ...sessionEnvironment,
    },
  });
});
afterEach(async () => {
  await run?.end();
  await system?.stop();
  await test?.drop();
  removeFolder(folder);
});

const begin = async (answersWithinMs: number) =>
  void (run = await FinishingRun.begin({ system, folder, users, random, answersWithinMs }));

it('given memory and webhooks killed at random, then each conversation that is finished is told of and remembered once, and none that ends with its user', async () => {
  process.stdout.write(`memory and webhooks: SVC_FAULT_SEED=${random.seed}\n`);
  // Users go on, so that each destination has its maximum of concurrent requests at each kill.
  await begin(isFullRun ? 200 : 1_000);
  for (let round = 0; round < kills; round += 1)
    for (const service of random.below(2) === 0 ? services : services.toReversed()) {
      await run.isBeingTold();
      await system.killService(service);
    }
  await run.goesOn();

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given three brokers that are restarted one after the other, then each conversation that is finished meanwhile is told of by its two webhooks', async () => {
  await begin(20); // nobody who sends is killed
  await run.goesOn();
  const before = run.finished;
  do
    for (const broker of cluster.brokers) {
      await broker.stop();
      await run.goesOn();
      broker.start();
      await cluster.untilItServes();
    }
  while (run.finished - before < conversations);

  expect(await run.audit()).toEqual(nothingWrong);
});
