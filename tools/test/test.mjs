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

/** Tiers that run nothing of what was built, or start it by themselves. */
const withoutProduct = ['unit', 'int', 'fuzz', 'clients'];
/** Side by side, and beside the checks and the tests of many files at once: they often wait. */
const lanes = [[['kafka-fault']], [['kafka', 'distributed'], ['fault'], ['fuzz'], ['clients']]];
const allTiers = [...manyAtOnce, ...lanes.flat(2)];

/** Whether nothing is sampled or left out. */
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
/** It makes so much garbage that a larger nursery saves an eighth of its time. */
const lint = [process.execPath, '--max-semi-space-size=128', bin('eslint'), '.', '--max-warnings', '0'];
const outcomes = [];
const results = [];

const unchanged = isWhole ? [] : unchangedSuites();
const hasFaults = wanted.some((tier) => tier.endsWith('fault'));
const sample = hasFaults ? sampleOf(sampledPromises, { commit: commitHash(), tiers }) : [];
forgetProcessorTime();
const reference = referenceTime();

// What all that follows needs.
if (await check('generated code', [process.execPath, 'tools/codegen/generate.mjs', '--check'])) {
  const prepared = check('build', [process.execPath, 'tools/build/build.mjs']).then(prepare);
  await Promise.all([checksAndTests(prepared), ...lanes.map((lane) => testsOf(lane, prepared))]);
  const end = await prepared;
  await end?.();
}
const isGreen = printSummary({
  ...{ outcomes, results, missing, sample, unchanged, reference, isWhole },
  minutes: (performance.now() - startedAt) / 60_000,
});
const isComplete = missing.length === 0 || process.env.SVC_REQUIRE_ALL_SUITES !== '1';
if (isGreen && missing.length === 0 && isWhole && named.length === 0) noteInputs();
process.exitCode = isGreen && isComplete ? 0 : 1;

/** @returns what ends what all tiers share; undefined: there is no build */
async function prepare(isBuilt) {
  if (!isBuilt) return undefined;
  if (tiers.every((tier) => withoutProduct.includes(tier))) return () => undefined;
  // It needs generated code, which a new clone does not have before.
  const { startRunWide } = await import('../../test/support/run-wide.ts');
  return startRunWide();
}

async function checksAndTests(prepared) {
  if (named.length === 0) {
    await check('proto lint', [bin('buf'), 'lint']);
    for (const [name, command] of compatibilityChecks()) await check(name, command);
    await check('lint and module boundaries', lint);
    // Of all packages and tests in one program; `npm run check` also holds each package to what it depends on.
    await check('types', [process.execPath, compiler, '-p', 'tsconfig.spec.json']);
    if (isWhole) await check('types of each package', [process.execPath, compiler, '-b', 'tsconfig.json']);
    await check('format', [bin('prettier'), '--check', '--log-level=warn', '.']);
  }
  const together = manyAtOnce.filter((tier) => tiers.includes(tier));
  if ((await prepared) && together.length > 0)
    results.push(await runTiers(together, { jestOptions: ignoring(unchanged) }));
}

/** All of its suites are tests of tools. */
function isLeftOut(tier) {
  return tier === 'clients' && unchanged.some((suite) => suite.includes('.clients.spec.'));
}

async function testsOf(lane, prepared) {
  if (!(await prepared)) return;
  for (const group of lane) {
    const some = group.filter((tier) => tiers.includes(tier) && !isLeftOut(tier));
    if (some.length === 0) continue;
    const jestOptions = [
      ...(group.includes('distributed') ? distributedSlice : []),
      ...some.flatMap((tier) => jestOptionsFor(tier, isWhole ? [] : sample)),
      ...ignoring(unchanged),
    ];
    results.push(await runTiers(some, { jestOptions, env: { SVC_FAULT_SECONDS: `${faultSlicesSeconds}` } }));
  }
}

async function check(name, command) {
  const passed = await step(name, command, { quiet: true });
  outcomes.push({ name, passed });
  return passed;
}
