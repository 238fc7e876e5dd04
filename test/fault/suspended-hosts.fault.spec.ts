import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { seededRandom, seedFrom } from '@svc/testing';
import { TwoHosts } from '../support/two-hosts.js';
import { faultLength, isFullRun } from './fault-length.js';
import { SuspensionRun } from './suspension-run.js';

const length = faultLength({ conversations: 20, faults: 10 });

jest.setTimeout(isFullRun ? 30 * 60_000 : 5 * 60_000);

let folder: string;
let test: TestDatabase;
let system: TwoHosts;

beforeEach(async () => {
  folder = makeTemporaryFolder();
  test = await createTestDatabase({ maxConnections: 2 });
  system = await TwoHosts.start(test.connectionString, folder);
});
afterEach(async () => {
  await system.stop();
  await test.drop();
  removeFolder(folder);
});

it('given two hosts, when either is stopped at any point, taken over and continued, then no agent message is lost or sent twice', async () => {
  const startedAt = performance.now();
  const random = seededRandom(seedFrom('SVC_FAULT_SEED'));
  process.stdout.write(`suspended-hosts: SVC_FAULT_SEED=${random.seed}\n`);
  const run = await SuspensionRun.start({
    ...{ system, random, database: test.database },
    conversations: length.conversations,
    inRealTime: isFullRun,
  });

  do expect(await run.suspendOnce()).toEqual([]);
  while (
    !run.hasHitEachKind ||
    (run.suspensions < length.faults && performance.now() - startedAt < length.limitMs)
  );

  expect(await run.finish()).toEqual([]);
  process.stdout.write(`suspended-hosts: ${run.summary}\n`);
});
