import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { seededRandom, seedFrom } from '@svc/testing';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { makeClassicScenes } from './boundaries/classic-scenes.js';
import { makePlatformScenes } from './boundaries/platform-scenes.js';
import { ToolKillRun } from './boundaries/tool-kill-run.js';
import { isFullRun } from './fault-length.js';

/** Kills, with a conversation at each boundary of each scene. */
const kills = isFullRun ? 10 : 1;
const random = seededRandom(seedFrom('SVC_FAULT_SEED'));

jest.setTimeout(isFullRun ? 30 * 60_000 : 5 * 60_000);

let folder: string;
let run: ToolKillRun | undefined;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await run?.stop();
  run = undefined;
  removeFolder(folder);
});

async function killAtEachBoundary(makeScenes: Parameters<typeof ToolKillRun.start>[2]): Promise<void> {
  process.stdout.write(`tool-calls: SVC_FAULT_SEED=${random.seed}\n`);
  run = await ToolKillRun.start(folder, random, makeScenes);
  expect(await run.walkUndisturbed()).toEqual([]);
  for (let kill = 0; kill < kills; kill += 1) expect(await run.killAtEach()).toEqual([]);
  process.stdout.write(`tool-calls: ${run.summary}\n`);
}

describe('kill -9 at each boundary of turns with tools', () => {
  it('of an organization doubles no effect, loses none without a record, and leaves no conversation stuck', () =>
    killAtEachBoundary(makeClassicScenes));

  it('of a workspace doubles no effect, loses none without a record, and leaves no conversation stuck', () =>
    killAtEachBoundary(makePlatformScenes));
});
