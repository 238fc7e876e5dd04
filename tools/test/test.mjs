// `npm test`: code generation, format, lint, types, build, then the test tiers, and one summary. Ends with 1 when
// anything failed; with SVC_REQUIRE_ALL_SUITES=1 (as .ci/run sets) also when a suite could not be run here.
// node tools/test/test.mjs [tier …] runs these tiers alone.
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { distributedSlice } from '../../test/e2e/over-http.mjs';
import { sampledPromises } from '../../test/fault/promises.mjs';
import { compatibilityChecks } from './proto-compatibility.mjs';
import { commandOf, commitHash, faultSlicesSeconds, jestOptionsFor, sampleOf } from './sampling.mjs';
import { sideBySide } from './side-by-side.mjs';
import { step } from './step.mjs';
import { canRun, runTier } from './tiers.mjs';

const allTiers = ['unit', 'int', 'e2e', 'browser', 'fuzz', 'distributed', 'fault', 'kafka', 'kafka-fault'];

/** Whether everything runs that `npm test` has, not one case of each promise. */
const isWhole = process.env.SVC_ALL_TESTS === '1';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((tier) => !allTiers.includes(tier));
if (unknown.length > 0) {
  console.error(`Unknown tier ${unknown.join(', ')}: choose among ${allTiers.join(', ')}.`);
  process.exit(1);
}

const startedAt = performance.now();
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const preparing = [
  ['generated code', [process.execPath, 'tools/codegen/generate.mjs', '--check']],
  ['proto lint', [bin('buf'), 'lint']],
  ...compatibilityChecks(),
];
/** They take one core each, and have nothing to do with one another. */
const checks = [
  [['lint and module boundaries', [bin('eslint'), '.', '--max-warnings', '0']]],
  [
    ['types of the packages', [bin('tsc'), '-b', 'tsconfig.json']],
    ['types of the tests', [bin('tsc'), '-p', 'tsconfig.spec.json']],
  ],
  [['format', [bin('prettier'), '--check', '--log-level=warn', '.']]],
];
const outcomes = [];
if (wanted.length === 0) {
  for (const [name, command] of preparing) runStep(name, command);
  outcomes.push(...(await sideBySide(checks)));
}
runStep('build', [process.execPath, 'tools/build/build.mjs']);

const wantedTiers = allTiers.filter((tier) => wanted.length === 0 || wanted.includes(tier));
const sample = isWhole
  ? []
  : sampleOf(sampledPromises, { commit: commitHash(), tiers: wantedTiers.filter(canRun) });
const tiers = wantedTiers.map((tier) =>
  runTier(tier, {
    env: { SVC_FAULT_SECONDS: String(faultSlicesSeconds) },
    jestOptions: tier === 'distributed' ? distributedSlice : jestOptionsFor(tier, sample),
    sample,
  }),
);
summarize(tiers);

/** What all that follows needs ends the command when it fails. */
function runStep(name, command) {
  const passed = step(name, command, { quiet: true });
  outcomes.push({ name, passed });
  if (!passed && (name === 'generated code' || name === 'build')) summarize([]);
}

function summarize(tierResults) {
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  const notRun = tierResults.flatMap((result) => result.notRun);
  console.log(`\n══ Summary (${minutes} min)`);
  for (const { name, passed } of outcomes) console.log(`${passed ? 'passed' : 'FAILED'}  ${name}`);
  for (const { tier, passed, failed, succeeded } of tierResults) {
    if (succeeded && passed + failed === 0) continue; // it is named among what was not run
    console.log(`${succeeded ? 'passed' : 'FAILED'}  ${tier}: ${passed} passed, ${failed} failed`);
  }
  for (const { cells = { passed: 0, failed: 0 } } of tierResults) {
    if (cells.passed + cells.failed === 0) continue;
    const wrong = cells.failed === 0 ? 'all as they should be' : `${cells.failed} are not as they should be`;
    console.log(`authorization matrix: ${cells.passed + cells.failed} cells, ${wrong}`);
  }
  for (const { promises, chosen } of tierResults.length > 0 ? sample : []) {
    const ran = chosen ? `sampled: ${commandOf(chosen)}` : 'left out, none of its cases can run here';
    for (const promise of promises) console.log(`promise "${promise}": ${ran}`);
  }
  for (const suite of notRun) console.log(`not run: ${suite}`);
  const sum = (key) => tierResults.reduce((total, result) => total + result[key], 0);
  console.log(`total: ${sum('passed')} passed, ${sum('failed')} failed`);
  const isGreen =
    outcomes.every(({ passed }) => passed) &&
    tierResults.length > 0 &&
    tierResults.every(({ succeeded }) => succeeded) &&
    (notRun.length === 0 || process.env.SVC_REQUIRE_ALL_SUITES !== '1');
  process.exit(isGreen ? 0 : 1);
}
