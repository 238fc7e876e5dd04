import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { root } from '../workspace/packages.mjs';

/** How long the short form of an open-ended fault suite goes on, in s. The whole form is `npm run test:faults`. */
export const faultSlicesSeconds = 10;

/** @returns {string} what chooses the sample; empty in a copy of the files without history */
export function commitHash() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return stdout.trim();
}

/** @returns {string} the tier of a suite, from its file name */
export const tierOf = (suite) => /\.([\w-]+)\.spec\.\w+$/.exec(suite)?.[1] ?? '';

/**
 * One case for each row of promises. The commit chooses, so that a run can be repeated and all cases get their turn.
 * @param rows `sampledPromises`
 * @param {{ commit: string, tiers: readonly string[] }} options `tiers`: those that run here
 * @returns the rows with `chosen`, undefined where none of its cases can run here
 */
export function sampleOf(rows, { commit, tiers }) {
  return rows.map((row) => {
    const runnable = row.cases.filter(({ suite }) => tiers.includes(tierOf(suite)));
    const drawn = createHash('sha256').update(`${commit} ${row.promises[0]}`).digest().readUInt32BE();
    return { ...row, chosen: runnable[drawn % runnable.length] };
  });
}

/**
 * What tells Jest to leave out the cases of a tier that nobody chose.
 * @param sample of `sampleOf`
 * @returns {string[]}
 */
export function jestOptionsFor(tier, sample) {
  const chosen = sample.flatMap((row) => row.chosen ?? []);
  const left = sample
    .flatMap(({ cases }) => cases)
    .filter((one) => tierOf(one.suite) === tier && !chosen.includes(one));
  const wanted = new Set(chosen.map(({ suite }) => suite));
  const suites = [...new Set(left.map(({ suite }) => suite))].filter((suite) => !wanted.has(suite));
  const tests = left.flatMap(({ suite, test }) => (wanted.has(suite) && test ? [test] : []));
  return [
    ...ignoring(suites),
    ...(tests.length > 0 ? ['--testNamePattern', `^(?!.*(${tests.join('|')}))`] : []),
  ];
}

/** What tells Jest to leave out suites. */
export const ignoring = (suites) =>
  suites.flatMap((suite) => ['--testPathIgnorePatterns', suite.replace(/[.\\^$*+?()[\]{}|]/g, '\\$&')]);

/** Whether a test is one that the sample leaves out. */
export function leftOutOf(sample, test) {
  return sample.some(({ cases, chosen }) => cases.some((one) => one !== chosen && isCaseOf(one, test)));
}

/** The rows with a chosen case that names no test of the run, because its title has changed. */
export function unknownCases(sample, ran) {
  return sample.filter(({ chosen }) => chosen && !ran.some((test) => isCaseOf(chosen, test)));
}

const isCaseOf = (one, { suite, test }) => one.suite === suite && new RegExp(one.test ?? '').test(test);

/** The command that runs one case again as `npm test` did. */
export function commandOf({ suite, test }) {
  return `npm run test:faults -- --short ${suite}${test ? ` -t "${test}"` : ''}`;
}
