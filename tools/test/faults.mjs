// `npm run test:faults [-- <pattern>]`: the fault tests in full length. `npm test` runs a slice of each.
import { runTier } from './tiers.mjs';
import { step } from './step.mjs';

const built = step('build', [process.execPath, 'tools/build/build.mjs'], { quiet: true });
if (!built) process.exit(1);
const { succeeded, passed, failed, notRun } = runTier('fault', { jestOptions: process.argv.slice(2) });
for (const suite of notRun) console.log(`not run: ${suite}`);
console.log(`total: ${passed} passed, ${failed} failed`);
process.exitCode = succeeded && notRun.length === 0 ? 0 : 1;
