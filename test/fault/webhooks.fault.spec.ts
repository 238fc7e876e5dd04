import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { seededRandom, seedFrom } from '@svc/testing';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { faultLength, isFullRun } from './fault-length.js';
import { WebhooksRun } from './webhooks-run.js';

const fullLength = { conversations: 25, faults: 20 };
const seed = seedFrom('SVC_FAULT_SEED');

jest.setTimeout(isFullRun ? 30 * 60_000 : 5 * 60_000);

let folder: string;
let run: WebhooksRun | undefined;

beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await run?.stop();
  removeFolder(folder);
});

describe('kill -9 while webhooks are on their way', () => {
  it('loses none, and repeats them under their keys alone', async () => {
    const startedAt = performance.now();
    const length = faultLength('webhooks', fullLength);
    process.stdout.write(`webhooks: SVC_FAULT_SEED=${seed}\n`);
    run = await WebhooksRun.start({
      folder,
      conversations: length.conversations,
      random: seededRandom(seed),
    });

    do await run.killOnce();
    while (run.kills < length.faults && performance.now() - startedAt < length.limitMs);

    expect(await run.faults()).toEqual([]);
    process.stdout.write(`webhooks: ${run.summary}\n`);
  });
});
