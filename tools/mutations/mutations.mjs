// `npm run mutations [-- --all] [--report=<file>] [<pattern> …]`: Stryker changes the machine of the engine and its steps
// in one place after the other, and tells which of these changes no unit test notices (docs/quality.md). Without
// patterns all of it. What came out the last time is taken over where neither the code nor the names of tests have
// changed since; `--all` tries everything again.
// Ends with 1 when less is found than should be.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { mutationReport } from './mutation-report.mjs';
import { mutated, strykerOptions } from './stryker-options.mjs';

/** The minimum percentage of mutants that the unit tests must find. */
const aim = 85;

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, report: { type: 'string' } },
  allowPositionals: true,
});
process.chdir(path.resolve(import.meta.dirname, '../..'));
// Enough for most mutants that simulated turns can find, in a tenth of a second.
process.env.SVC_SIMULATED_TURNS ??= '30';
const patterns = positionals.length > 0 ? positionals : mutated;
const mutants = await new Stryker(strykerOptions(patterns, values.all)).runMutationTest();
const isAsked = ({ fileName }) =>
  patterns.some((pattern) => path.matchesGlob(path.relative('.', fileName), pattern));
const engine = path.resolve('libs/engine/src');
const { foundPercent, text } = mutationReport(mutants.filter(isAsked), (file) => path.relative(engine, file));
console.log(`\n${text}`);
if (values.report) writeFileSync(values.report, `${text}\n`);
process.exitCode = foundPercent >= aim ? 0 : 1;
