import path from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { seedFrom } from '@svc/testing';
import { converseAtOnce } from './converse-at-once.js';
import { summarize } from './load-summary.js';

/** The whole load is `npm run bench -- load`: two minutes. */
const slice = { users: 32, seconds: 5 };

jest.setTimeout(5 * 60_000);

let folder: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(() => removeFolder(folder));

it('given many users who converse at once, then nothing fails, and what is kept is what they were told', async () => {
  const seed = seedFrom('SVC_LOAD_SEED');
  const report = await converseAtOnce({ dataDir: path.join(folder, 'data'), ...slice, seed });
  process.stdout.write(`SVC_LOAD_SEED=${seed}\n${summarize(report).join('\n')}\n`);
  expect(report.faults).toEqual([]);
  expect(report.conversations).toBeGreaterThanOrEqual(slice.users);
});
