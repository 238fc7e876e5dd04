// One root run with a project per test tier; the tier stands in the file name: `*.<tier>.spec.ts`.
import { readFileSync } from 'node:fs';
import { suitesOverEvents, suitesOverHttp } from './test/e2e/over-http.mjs';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

/** What a tier starts once for the whole run (`test/support/global-*.mjs`). */
const withSetup = (name, options = {}) => ({
  globalSetup: `<rootDir>/test/support/global-${name}.mjs`,
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  ...options,
});
const standalone = { globals: { systemShape: 'standalone' } };
const distributed = { globals: { systemShape: 'distributed' } };

/** Tests of one process: see `shared-modules-runner.mjs`. */
const withSharedModules = {
  testEnvironment: '<rootDir>/tools/test/jest/shared-modules-environment.mjs',
  testRunner: '<rootDir>/tools/test/jest/shared-modules-runner.mjs',
};

const project = (tier, options = {}) => ({
  displayName: tier,
  rootDir: import.meta.dirname,
  testMatch: [`<rootDir>/{libs,apps,test,tools}/**/*.${tier}.spec.{ts,mjs}`],
  testEnvironment: '<rootDir>/tools/test/jest/measured-environment.mjs',
  testEnvironmentOptions: { customExportConditions: ['@svc/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['/dist/', '/out-tsc/', '<rootDir>/\\.svc/', '<rootDir>/\\.nx/'],
  transform: { '\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
  ...options,
});

const endToEnd = (suite) => `<rootDir>/test/e2e/${suite}.e2e.spec.ts`;

export default {
  // A bound for a test that hangs, on a machine that does much else; no test asserts a timing.
  testTimeout: 180_000,
  testSequencer: '<rootDir>/tools/test/jest/slowest-first.mjs',
  projects: [
    project('unit', withSharedModules),
    project('int', withSetup('postgres', withSharedModules)),
    project('e2e', withSetup('e2e', standalone)),
    project('distributed', {
      ...withSetup('e2e', distributed),
      testMatch: [...suitesOverHttp.map(endToEnd), '<rootDir>/test/**/*.distributed.spec.ts'],
    }),
    project('browser', withSetup('e2e', standalone)),
    project('fuzz'),
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
