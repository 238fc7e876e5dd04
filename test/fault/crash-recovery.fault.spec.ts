import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { seededRandom, seedFrom } from '@svc/testing';
import { CrashRun, type Victim } from './crash-run.js';
import { faultLength, isFullRun } from './fault-length.js';

const fullLength = { conversations: 50, faults: 20 };
const seed = seedFrom('SVC_FAULT_SEED');

jest.setTimeout(isFullRun ? 30 * 60_000 : 5 * 60_000);

let folder: string;
let run: CrashRun | undefined;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await run?.stop();
  run = undefined;
  removeFolder(folder);
});

describe.each<Victim>(['node', 'postgres', 'both'])('kill -9 of %s during conversations', (victim) => {
  it('loses nothing that was acknowledged, voids what was not, and every conversation goes on', async () => {
    const startedAt = performance.now();
    const length = faultLength(fullLength);
    process.stdout.write(`crash-recovery ${victim}: SVC_FAULT_SEED=${seed}\n`);
    run = await CrashRun.start({
      victim,
      dataDir: path.join(folder, 'data'),
      conversations: length.conversations,
      random: seededRandom(seed),
    });

    do {
      expect(await run.killOnce()).toEqual([]);
      expect(await run.goOn()).toEqual([]);
    } while (
      !run.hasHitEachKind ||
      (run.faults.length < length.faults && performance.now() - startedAt < length.limitMs)
    );

    expect(await run.finish()).toEqual([]);
    process.stdout.write(`crash-recovery: ${run.summary}\n`);
  });
});
