import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, it, jest } from '@jest/globals';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { suspensionMs } from '../../test/fault-length.js';
import { PublishingRun } from '../../test/publishing-run.js';
import { testCluster } from '../../test/test-kafka.js';

jest.setTimeout(6 * 60_000);

let cluster: KafkaCluster;
beforeEach(async () => {
  cluster = await testCluster();
});

it('given three brokers that are restarted one after the other, then nothing acknowledged is lost', async () => {
  const run = await PublishingRun.begin(cluster);

  for (const broker of cluster.brokers) {
    await broker.stop();
    await run.goesOn();
    broker.start();
    await cluster.untilItServes();
    await run.goesOn();
  }

  expect(await run.audit()).toEqual({ lost: 0, outOfOrder: 0 });
});

it('given a broker that is killed while it alone has what was sent, then nothing acknowledged is lost', async () => {
  const [first, killed, third] = cluster.brokers;
  const run = await PublishingRun.begin(cluster, { ledBy: killed });

  for (const other of [first, third]) other?.suspend();
  await pause(1_000); // what it takes meanwhile goes with it
  await killed?.kill();
  for (const other of [first, third]) other?.resume();
  await run.goesOn();
  await cluster.start();

  expect(await run.audit()).toEqual({ lost: 0, outOfOrder: 0 });
});

it('given a broker that stands still and comes back, then nothing acknowledged is lost', async () => {
  const run = await PublishingRun.begin(cluster);

  cluster.brokers[0]?.suspend();
  await pause(suspensionMs);
  await run.goesOn();
  cluster.brokers[0]?.resume();
  await cluster.untilItServes();

  expect(await run.audit()).toEqual({ lost: 0, outOfOrder: 0 });
});
