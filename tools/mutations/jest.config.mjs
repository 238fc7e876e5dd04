// Jest for the copy of the engine that Stryker mutates: the settings of unit tests, and one file that takes all of them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import config from '../../jest.config.mjs';

const unit = config.projects.find(({ displayName }) => displayName === 'unit');
const swc = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../.swcrc'), 'utf8'));

export default {
  ...unit,
  testRunner: 'jest-circus/runner', // with separate modules for each run: a mutant may leave them in any state
  testEnvironmentOptions: { customExportConditions: ['@svc/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
  testTimeout: config.testTimeout,
  testEnvironment: path.join(import.meta.dirname, 'stop-at-failure.mjs'),
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // All that the engine takes from it: the rest brings a database's client, a second for each mutant.
    '^@svc/testing$': '<rootDir>/node_modules/@svc/testing/src/seeded-random.ts',
  },
  testMatch: ['<rootDir>/tools/mutations/all-specs.mjs'],
};
