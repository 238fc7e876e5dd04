// `npm run test:distributed [-- <pattern>]`: all end-to-end suites that talk HTTP alone, against a process per service.
// `npm test` runs a slice of them.
import { prepareSuites } from './prepare.mjs';
import { runTier } from './tiers.mjs';

prepareSuites();
const { succeeded, passed, failed, notRun } = runTier('distributed', { jestOptions: process.argv.slice(2) });
for (const suite of notRun) console.log(`not run: ${suite}`);
console.log(`total: ${passed} passed, ${failed} failed`);
process.exitCode = succeeded && notRun.length === 0 ? 0 : 1;
