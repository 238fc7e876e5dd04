// `npm run test:faults [-- [--short] <pattern>]`: the fault tests in full length, with --short as long as in `npm test`,
// which runs one case of each promise (`test/fault/promises.mjs`).
import { spawnSync } from 'node:child_process';
import { root } from '../workspace/packages.mjs';
import { prepareSuites } from './prepare.mjs';
import { faultSlicesSeconds } from './sampling.mjs';
import { tellResults } from './summary.mjs';
import { runTiers } from './tiers.mjs';

const isShort = process.argv.includes('--short');
const pattern = process.argv.slice(2).filter((parameter) => parameter !== '--short');
const env = isShort ? { SVC_FAULT_SECONDS: `${faultSlicesSeconds}` } : {};
const tiers = ['fault', 'kafka-fault'].filter((tier) => pattern.length === 0 || hasTests(tier));
if (tiers.length === 0) {
  console.error(`No fault test is named like ${pattern.join(' ')}.`);
  process.exit(1);
}
await prepareSuites();
const results = [];
for (const tier of tiers) results.push(await runTiers([tier], { env, jestOptions: pattern }));
process.exitCode = tellResults(results, { isPartial: pattern.length > 0 }) ? 0 : 1;

/** Whether the pattern names a suite of the tier. */
function hasTests(tier) {
  const list = ['tools/test/jest.mjs', '--selectProjects', tier, '--listTests', ...pattern];
  const { stdout } = spawnSync(process.execPath, list, { cwd: root, encoding: 'utf8' });
  return stdout.includes('.spec.');
}
