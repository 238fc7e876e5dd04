import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { resyncInboxStream } from '@svc/event-bus';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { BankRun, nothingWrong, type BankOptions } from '../test/bank/bank-run.js';
import { copyDatabase } from '../test/bank/database-copy.js';
import { OwnPostgres } from '../test/bank/own-postgres.js';
import { impatientSessionMs, outageMs } from '../test/fault-length.js';
import { testCluster } from '../test/test-kafka.js';

jest.setTimeout(6 * 60_000);

const endings: (() => Promise<void>)[] = [];
let cluster: KafkaCluster;
beforeEach(async () => {
  cluster = await testCluster();
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function begin(options: BankOptions = {}): Promise<BankRun> {
  const run = await BankRun.begin(cluster, options);
  endings.push(() => run.end());
  run.startRelay();
  await run.goesOn();
  return run;
}

it('given that no broker is there for a while, then relay and consumer go on by themselves, and nothing is missing', async () => {
  const run = await begin({ sessionMs: impatientSessionMs });

  // All at once: no leader is handed over.
  await Promise.all(cluster.brokers.map((broker) => broker.kill()));
  await pause(outageMs);
  await cluster.start();
  await run.goesOn(400);

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given a database server that is killed and started again, then relay and consumer go on by themselves, each effect once', async () => {
  const postgres = await OwnPostgres.start();
  endings.push(() => postgres.end());
  const run = await begin({ server: postgres.connectionString });

  for (let time = 0; time < 3; time += 1) {
    await postgres.killAndRestart();
    await run.goesOn();
  }

  expect(await run.audit()).toEqual(nothingWrong);
});

it('given an owner whose log was restored from an older backup, then consumers park what has gone another way, and resync mends it', async () => {
  const run = await begin();
  const backup = await run.whileNobodyDeposits(() => copyDatabase(run.world.test.connectionString));
  endings.push(() => backup.remove());
  const kept = run.depositors.map(({ record }) => [...record]);
  await run.goesOn(200);

  await run.whileNobodyDeposits(async () => {
    await backup.restore();
    for (const [index, depositor] of run.depositors.entries()) await depositor.goBackTo(kept[index] ?? []);
  });
  // The ledger detects lost deposits once the log reaches their versions again.
  await run.until(async () => {
    const diverged = (await run.parked()).filter(({ kind }) => kind === 'diverged');
    expect(diverged).toHaveLength(run.depositors.length);
  });
  const { consumer } = run.ledger;
  for (const { account } of run.depositors) {
    const address = { schema: 'ledger', consumer, source: 'bank', streamId: account.streamId };
    expect(await resyncInboxStream(run.ledgerDatabase.database, address)).toBe(true);
  }
  await run.until(async () => expect(await run.parked()).toEqual([]));
  await run.goesOn();

  expect(await run.audit()).toEqual(nothingWrong);
});
