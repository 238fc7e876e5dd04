// `npm test [-- <tier> …]`: code generation, lint, types, format, build and all test tiers, or only the tiers that are named,
// and one summary. Ends with 1 when anything failed; with SVC_REQUIRE_ALL_SUITES=1 (as .ci/run sets it) also when a suite
// could not be run here. SVC_ALL_TESTS=1 runs all cases of each promise, and tests whose inputs have not changed.
import path from 'node:path';
import { distributedSlice } from '../../test/e2e/over-http.mjs';
import { sampledPromises } from '../../test/fault/promises.mjs';
import { root } from '../workspace/packages.mjs';
import { forgetProcessorTime, referenceTime } from './processor-time.mjs';
import { compatibilityChecks } from './proto-compatibility.mjs';
import { commitHash, faultSlicesSeconds, ignoring, jestOptionsFor, sampleOf } from './sampling.mjs';
import { step } from './step.mjs';
import { printSummary } from './summary.mjs';
import { manyAtOnce, missingFor, runTiers } from './tiers.mjs';
import { noteInputs, unchangedSuites } from './unchanged-inputs.mjs';

const otherTiers = ['kafka', 'kafka-fault', 'fault', 'distributed', 'browser', 'fuzz'];
const allTiers = [...manyAtOnce, ...otherTiers];

/** Whether everything runs that `npm test` has. */
const isWhole = process.env.SVC_ALL_TESTS === '1';
const named = process.argv.slice(2);
const unknown = named.filter((tier) => !allTiers.includes(tier));
if (unknown.length > 0) {
  console.error(`Unknown tier ${unknown.join(', ')}: choose among ${allTiers.join(', ')}.`);
  process.exit(1);
}
const wanted = named.length > 0 ? named : allTiers;
const missing = wanted.flatMap((tier) => {
  const lack = missingFor(tier);
  return lack ? [{ tier, lack }] : [];
});
const tiers = wanted.filter((tier) => !missing.some((one) => one.tier === tier));

const startedAt = performance.now();
const bin = (name) => path.join(root, 'node_modules/.bin', name);
/** The native compiler, in a third of the processor time; ESLint needs the one that is written in JavaScript. */
const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
const outcomes = [];
const results = [];

const unchanged = isWhole ? [] : unchangedSuites();
const hasFaults = wanted.some((tier) => tier.endsWith('fault'));
const sample = hasFaults ? sampleOf(sampledPromises, { commit: commitHash(), tiers }) : [];
forgetProcessorTime();
const reference = referenceTime();

// What all that follows needs.
if (await check('generated code', [process.execPath, 'tools/codegen/generate.mjs', '--check'])) {
  const isBuilt = check('build', [process.execPath, 'tools/build/build.mjs']);
  // Suites with their own system wait often; other tests use the cores.
  await Promise.all([checksAndTests(isBuilt), testsOnTheirOwn(isBuilt)]);
}
const isGreen = printSummary({
  ...{ outcomes, results, missing, sample, unchanged, reference, isWhole },
  minutes: (performance.now() - startedAt) / 60_000,
});
const isComplete = missing.length === 0 || process.env.SVC_REQUIRE_ALL_SUITES !== '1';
if (isGreen && missing.length === 0 && isWhole && named.length === 0) noteInputs();
process.exitCode = isGreen && isComplete ? 0 : 1;

async function checksAndTests(isBuilt) {
  if (named.length === 0) {
    await check('proto lint', [bin('buf'), 'lint']);
    for (const [name, command] of compatibilityChecks()) await check(name, command);
    await check('lint and module boundaries', [bin('eslint'), '.', '--max-warnings', '0']);
    // Of all packages and tests in one program; `npm run check` also holds each package to what it depends on.
    await check('types', [process.execPath, compiler, '-p', 'tsconfig.spec.json']);
    if (isWhole) await check('types of each package', [process.execPath, compiler, '-b', 'tsconfig.json']);
    await check('format', [bin('prettier'), '--check', '--log-level=warn', '.']);
  }
  const together = manyAtOnce.filter((tier) => tiers.includes(tier));
  if ((await isBuilt) && together.length > 0)
    results.push(await runTiers(together, { jestOptions: ignoring(unchanged) }));
}

async function testsOnTheirOwn(isBuilt) {
  if (!(await isBuilt)) return;
  for (const tier of otherTiers.filter((one) => tiers.includes(one))) {
    const jestOptions =
      tier === 'distributed' ? distributedSlice : jestOptionsFor(tier, isWhole ? [] : sample);
    results.push(
      await runTiers([tier], { jestOptions, env: { SVC_FAULT_SECONDS: `${faultSlicesSeconds}` } }),
    );
  }
}

async function check(name, command) {
  const passed = await step(name, command, { quiet: true });
  outcomes.push({ name, passed });
  return passed;
}
