/** The machine of the engine and the steps that it takes. */
export const mutated = ['turn', 'commands', 'runtime', 'driver', 'recording', 'prompt', 'speech'].map(
  (folder) => `libs/engine/src/${folder}/**/*.ts`,
);

/**
 * @param {readonly string[]} files patterns of what is mutated
 * @param {boolean} startsOver whether to ignore the results of the last run
 */
export const strykerOptions = (files, startsOver) => ({
  mutate: [...files, '!**/*.spec.ts'],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'tools/mutations/jest.config.mjs', enableFindRelatedTests: false },
  // Only the tests that cover a mutant run for it.
  coverageAnalysis: 'perTest',
  // Half of the cores of a small machine: others work there, too.
  concurrency: 2,
  // The first run, by which time is measured, also records which code each test covers, and takes several times as long.
  timeoutFactor: 0.25,
  // Slow tests on a busy machine must not count as a change that never ends.
  timeoutMS: 10_000,
  // Jest keeps a hundred megabytes of modules of each run.
  maxTestRunnerReuse: 15,
  incremental: true,
  force: startsOver,
  incrementalFile: 'test-results/mutations/incremental.json',
  tempDirName: 'test-results/mutations/sandbox',
  // What the copy needs; other packages are found by way of node_modules.
  ignorePatterns: [
    '**',
    '!.swcrc',
    '!jest.config.mjs',
    '!libs/engine/{src,test}/**',
    '!test/e2e/over-http.mjs',
    '!tools/mutations/*.mjs',
  ],
  reporters: ['progress-append-only'],
});
