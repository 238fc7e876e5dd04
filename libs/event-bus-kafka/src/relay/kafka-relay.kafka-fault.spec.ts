import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { BankRun, nothingWrong } from '../../test/bank/bank-run.js';
import { testCluster } from '../../test/test-kafka.js';
import { relayName } from './kafka-relay.js';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';

jest.setTimeout(6 * 60_000);

let cluster: KafkaCluster;
let run: BankRun;
beforeEach(async () => {
  cluster = await testCluster();
  run = await BankRun.begin(cluster);
});
afterEach(() => run.end());

it('given a relay that is killed while no broker answers, then the next one publishes all that was not acknowledged', async () => {
  const killed = run.startRelay();
  await run.goesOn();
  for (const broker of cluster.brokers) broker.suspend();
  await pause(1_000); // what is committed meanwhile was read by the relay, and can't be acknowledged
  await killed.kill();
  for (const broker of cluster.brokers) broker.resume();
  run.startRelay();
  await run.goesOn();

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given two relays, when the one that leads stands still past its lock and comes back, then each event has its effect once', async () => {
  const paused = run.startRelay();
  await run.goesOn();
  run.startRelay();
  paused.suspend();
  await takeLocks(run); // as the server does with a session whose process no longer answers
  await run.goesOn();
  paused.resume();
  await run.goesOn();

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given brokers that have lost everything, when the log is published again, then nothing is missing and nothing has its effect twice', async () => {
  run.startRelay();
  await run.goesOn();
  const { bank } = run.world.logs;

  await cluster.loseEverything();
  await cluster.start();
  // In this order: once topics exist, the relay would publish new events before old ones.
  expect(await bank.rewind(relayName, 'start')).toBe('begun');
  await run.createTopics();
  await run.goesOn();

  expect(await run.audit()).toEqual(nothingWrong);
});

async function takeLocks({ world }: BankRun): Promise<void> {
  await world.test.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
}
