// Jest for the copy of the engine that Stryker mutates: the settings of unit tests, and one file that takes all of them.
import path from 'node:path';
import config from '../../jest.config.mjs';

const unit = config.projects.find(({ displayName }) => displayName === 'unit');

export default {
  ...unit,
  testTimeout: config.testTimeout,
  testEnvironment: path.join(import.meta.dirname, 'stop-at-failure.mjs'),
  moduleNameMapper: {
    ...unit.moduleNameMapper,
    // All that the engine takes from it: the rest brings a database's client, a second for each mutant.
    '^@svc/testing$': '<rootDir>/node_modules/@svc/testing/src/seeded-random.ts',
  },
  testMatch: ['<rootDir>/tools/mutations/all-specs.mjs'],
};
