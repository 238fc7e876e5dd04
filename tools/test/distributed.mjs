// `npm run test:distributed [-- <pattern>]`: all end-to-end suites that only talk HTTP, against a process per service.
// `npm test` runs a slice of them.
import { prepareSuites } from './prepare.mjs';
import { tellResults } from './summary.mjs';
import { runTiers } from './tiers.mjs';

await prepareSuites();
const pattern = process.argv.slice(2);
const result = await runTiers(['distributed'], { jestOptions: pattern });
process.exitCode = tellResults([result], { isPartial: pattern.length > 0 }) ? 0 : 1;
