import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { seededRandom, seedFrom } from '@svc/testing';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { faultLength, isFullRun } from './fault-length.js';
import { FinishingRun, nothingWrong } from './finished/finishing-run.js';

const fullLength = { conversations: 25, faults: 20 };
const random = seededRandom(seedFrom('SVC_FAULT_SEED'));

jest.setTimeout(isFullRun ? 30 * 60_000 : 5 * 60_000);

let folder: string;
let standalone: StandaloneProcess | undefined;
let run: FinishingRun | undefined;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await run?.end();
  await standalone?.stop();
  removeFolder(folder);
});

/** Everything that is Node is killed, and comes back at the same address. */
async function kill(system: StandaloneProcess): Promise<StandaloneProcess> {
  await system.kill('node');
  const port = Number(new URL(system.baseUrl).port);
  return StandaloneProcess.start({ dataDir: system.dataDir, port });
}

describe('kill -9 while conversations are finished', () => {
  it('loses no webhook and no memory, and repeats webhooks only under their keys', async () => {
    const startedAt = performance.now();
    const length = faultLength(fullLength);
    process.stdout.write(`webhooks: SVC_FAULT_SEED=${random.seed}\n`);
    standalone = await StandaloneProcess.start({ dataDir: path.join(folder, 'data') });
    const users = length.conversations;
    run = await FinishingRun.begin({ system: standalone, folder, users, random, answersWithinMs: 1_000 });

    let kills = 0;
    do {
      await run.isBeingTold();
      standalone = await kill(standalone);
      kills += 1;
    } while (kills < length.faults && performance.now() - startedAt < length.limitMs);

    expect(await run.audit()).toEqual(nothingWrong);
  });
});
