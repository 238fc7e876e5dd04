// One root run with a project per test tier; the tier stands in the file name: `*.<tier>.spec.ts`.
import { readFileSync } from 'node:fs';
import { suitesOverEvents, suitesOverHttp } from './test/e2e/over-http.mjs';

const swc = JSON.parse(readFileSync(new URL('.swcrc', import.meta.url), 'utf8'));

/** Tiers whose tests talk to a real Postgres, which the set-up starts once for the whole run. */
const withPostgres = {
  globalSetup: '<rootDir>/test/support/global-postgres.mjs',
  globalTeardown: '<rootDir>/test/support/global-postgres-teardown.mjs',
};

/** The same, and a Kafka of one broker, or the cluster of KAFKA_BROKERS. */
const withKafka = {
  globalSetup: '<rootDir>/test/support/global-kafka.mjs',
  globalTeardown: '<rootDir>/test/support/global-kafka-teardown.mjs',
};

/** The same, and three brokers that the tests stop, kill and wipe. */
const withKafkaCluster = {
  globalSetup: '<rootDir>/test/support/global-kafka-cluster.mjs',
  globalTeardown: '<rootDir>/test/support/global-kafka-teardown.mjs',
};

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
    project('int', { ...withPostgres, ...withSharedModules }),
    project('e2e', { globals: { systemShape: 'standalone' } }),
    project('distributed', {
      globals: { systemShape: 'distributed' },
      testMatch: [...suitesOverHttp.map(endToEnd), '<rootDir>/test/**/*.distributed.spec.ts'],
    }),
    project('browser'),
    project('fuzz'),
    project('fault', withPostgres),
    project('kafka', {
      ...withKafka,
      globals: { systemShape: 'distributed' },
      testMatch: [
        ...suitesOverEvents.map(endToEnd),
        '<rootDir>/{libs,apps,test,tools}/**/*.kafka.spec.{ts,mjs}',
      ],
    }),
    project('kafka-fault', withKafkaCluster),
  ],
};
