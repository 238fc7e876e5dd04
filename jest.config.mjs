// One root run with a project per test tier; the tier stands in the file name: `*.<tier>.spec.ts`.
import { suitesOverEvents, suitesOverHttp } from './test/e2e/over-http.mjs';

/** What a tier starts once for the whole run (`test/support/global-*.mjs`). */
const withSetup = (name, options = {}) => ({
  globalSetup: `<rootDir>/test/support/global-${name}.mjs`,
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  ...options,
});
const standalone = { globals: { systemShape: 'standalone' } };
const distributed = { globals: { systemShape: 'distributed' } };

const project = (tier, options = {}) => ({
  displayName: tier,
  rootDir: import.meta.dirname,
  testMatch: [`<rootDir>/{libs,apps,test,tools}/**/*.${tier}.spec.{ts,mjs}`],
  // Modules are loaded once for each worker: see the runner.
  testEnvironment: '<rootDir>/tools/test/jest/shared-modules-environment.mjs',
  testRunner: '<rootDir>/tools/test/jest/shared-modules-runner.mjs',
  modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '<rootDir>/\\.svc/', '<rootDir>/\\.nx/'],
  ...options,
});

const endToEnd = (suite) => `<rootDir>/test/e2e/${suite}.e2e.spec.ts`;

export default {
  // A bound for a test that hangs, on a machine that does much else; no test asserts a timing.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/tools/test/jest/slowest-first.mjs',
  projects: [
    project('unit'),
    project('int', withSetup('postgres')),
    project('e2e', withSetup('e2e', standalone)),
    project('distributed', {
      ...withSetup('kafka', distributed),
      testMatch: [...suitesOverHttp.map(endToEnd), '<rootDir>/test/**/*.distributed.spec.ts'],
    }),
    project('browser', withSetup('e2e', standalone)),
    project('fuzz'),
    project('clients'),
    project('fault', withSetup('fault')),
    project('kafka', {
      ...withSetup('kafka', distributed),
      testMatch: [
        ...suitesOverEvents.map(endToEnd),
        '<rootDir>/{libs,apps,test,tools}/**/*.kafka.spec.{ts,mjs}',
      ],
    }),
    project('kafka-fault', withSetup('kafka-cluster')),
  ],
};
