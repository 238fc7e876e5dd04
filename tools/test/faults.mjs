// `npm run test:faults [-- [--short] <pattern>]`: the fault tests in full length, with --short as long as in `npm test`,
// which runs one case of each promise (`test/fault/promises.mjs`).
import { spawnSync } from 'node:child_process';
import { root } from '../workspace/packages.mjs';
import { prepareSuites } from './prepare.mjs';
import { faultSlicesSeconds } from './sampling.mjs';
import { runTier } from './tiers.mjs';

const isShort = process.argv.includes('--short');
const pattern = process.argv.slice(2).filter((parameter) => parameter !== '--short');
const env = isShort ? { SVC_FAULT_SECONDS: String(faultSlicesSeconds) } : {};
const tiers = ['fault', 'kafka-fault'].filter((tier) => pattern.length === 0 || hasTests(tier));
if (tiers.length === 0) {
  console.error(`No fault test is named like ${pattern.join(' ')}.`);
  process.exit(1);
}
prepareSuites();
const results = tiers.map((tier) => runTier(tier, { env, jestOptions: pattern }));
const notRun = results.flatMap((result) => result.notRun);
for (const suite of notRun) console.log(`not run: ${suite}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`total: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = results.every(({ succeeded }) => succeeded) && notRun.length === 0 ? 0 : 1;

/** Whether the pattern names a suite of the tier. */
function hasTests(tier) {
  const list = ['tools/test/jest.mjs', '--selectProjects', tier, '--listTests', ...pattern];
  const { stdout } = spawnSync(process.execPath, list, { cwd: root, encoding: 'utf8' });
  return stdout.includes('.spec.');
}
