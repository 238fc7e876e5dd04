// The load test in full: `npm run bench -- load`. Ends with 1 when anything was wrong.
// SVC_LOAD_SECONDS (default 120), SVC_LOAD_USERS (default 32), SVC_LOAD_SEED.
import path from 'node:path';
import { makeTemporaryFolder, removeFolder } from '../support/data-folder.js';
import { seedFrom } from '@svc/testing';
import { converseAtOnce } from './converse-at-once.js';
import { conditions, summarize } from './load-summary.js';

const users = Number(process.env['SVC_LOAD_USERS'] || 32);
const seconds = Number(process.env['SVC_LOAD_SECONDS'] || 120);
const seed = seedFrom('SVC_LOAD_SEED');
const folder = makeTemporaryFolder();
const print = (line: string) => process.stdout.write(`${line}\n`);

try {
  print(`${users} users converse at once for ${seconds} s, SVC_LOAD_SEED=${seed}`);
  print(conditions());
  const report = await converseAtOnce({ dataDir: path.join(folder, 'data'), users, seconds, seed });
  for (const line of summarize(report)) print(line);
  for (const fault of report.faults.slice(0, 50)) print(`FAULT ${fault}`);
  if (report.faults.length > 0) process.exitCode = 1;
} finally {
  removeFolder(folder);
}
