// `npm run test:faults [-- <pattern>]`: the fault tests in full length. `npm test` runs a slice of each.
import { runTier } from './tiers.mjs';
import { step } from './step.mjs';

const built = step('build', [process.execPath, 'tools/build/build.mjs'], { quiet: true });
if (!built) process.exit(1);
const pattern = process.argv.slice(2);
const results = ['fault', 'kafka-fault'].map((tier) =>
  runTier(tier, { jestOptions: ['--passWithNoTests', ...pattern] }),
);
const notRun = results.flatMap((result) => result.notRun);
for (const suite of notRun) console.log(`not run: ${suite}`);
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`total: ${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = results.every(({ succeeded }) => succeeded) && notRun.length === 0 ? 0 : 1;
