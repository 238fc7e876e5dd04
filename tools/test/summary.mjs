import { processorTimes } from './processor-time.mjs';
import { commandOf, leftOutOf, unknownCases } from './sampling.mjs';

/** How many of the slowest libs are listed when none is above its budget. */
const dearest = 10;

/** Prints what ran and what did not. @returns {boolean} whether everything that ran is green, and all ran that should */
export function printSummary({ outcomes, results, missing, sample, unchanged, reference, isWhole, minutes }) {
  console.log(`\n══ Summary (${minutes.toFixed(1)} min)`);
  for (const { name, passed } of outcomes) console.log(`${passed ? 'passed' : 'FAILED'}  ${name}`);
  for (const { name, succeeded, passed, failed } of results)
    console.log(`${succeeded ? 'passed' : 'FAILED'}  ${name}: ${passed} passed, ${failed} failed`);
  printMatrix(results);
  printProcessorTimes(reference);
  for (const { promises, cases, chosen } of sample) {
    const how = howItRan({ cases, chosen, isWhole });
    for (const promise of promises) console.log(`promise "${promise}" ${how}`);
  }
  const unknown = unknownCases(
    sample,
    results.flatMap(({ ran }) => ran),
  );
  for (const { chosen } of unknown)
    console.log(
      `FAILED  no test has run that test/fault/promises.mjs names: ${chosen.suite} ${chosen.test ?? ''}`,
    );
  for (const suite of unchanged)
    console.log(
      `left out: ${suite}, as what it depends on is as the last whole run had it (SVC_ALL_TESTS=1 runs it)`,
    );
  for (const { tier, lack } of missing) console.log(`not run: ${tier}, all of it: ${lack}`);
  const notRun = results
    .flatMap((result) => result.notRun)
    .filter((one) => isWhole || !leftOutOf(sample, one));
  tellTotal(results, notRun);
  return (
    results.length > 0 &&
    unknown.length === 0 &&
    [...outcomes.map(({ passed }) => passed), ...results.map(({ succeeded }) => succeeded)].every(Boolean) &&
    (notRun.length === 0 || process.env.SVC_REQUIRE_ALL_SUITES !== '1')
  );
}

/** @returns {boolean} whether all is green; `isPartial`: the command named some tests, so others may be left out */
export function tellResults(results, { isPartial }) {
  const notRun = isPartial ? [] : results.flatMap((result) => result.notRun);
  tellTotal(results, notRun);
  return results.every(({ succeeded }) => succeeded) && notRun.length === 0;
}

function howItRan({ cases, chosen, isWhole }) {
  if (!chosen) return 'left out: none of its cases can run here';
  return isWhole || cases.length === 1 ? 'run' : `sampled: ${commandOf(chosen)}`;
}

function tellTotal(results, notRun) {
  for (const { suite, test } of notRun) console.log(`not run: ${suite}: ${test}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`total: ${sum('passed')} passed, ${sum('failed')} failed`);
}

function printMatrix(results) {
  for (const { cells = { passed: 0, failed: 0 } } of results) {
    if (cells.passed + cells.failed === 0) continue;
    const wrong = cells.failed === 0 ? 'all as they should be' : `${cells.failed} of routes with a wrong one`;
    console.log(`authorization matrix: ${cells.passed + cells.failed} cells, ${wrong}`);
  }
}

function printProcessorTimes(reference) {
  const times = processorTimes(reference);
  const tell = ({ place, tier, multiple, budget }) =>
    `${place} ${tier} ${multiple.toFixed(0)}${budget === undefined ? '' : ` of ${budget}`}`;
  const above = times.filter(({ multiple, budget }) => multiple > budget);
  console.log(
    `processor time in reference loops of ${reference.toFixed(0)} ms: ${times.slice(0, dearest).map(tell).join(', ')}`,
  );
  for (const one of above) console.log(`WARNING: above the budget of tools/test/budgets.json: ${tell(one)}`);
}
