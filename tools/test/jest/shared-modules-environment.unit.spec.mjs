import { afterEach, expect, it } from '@jest/globals';
import SharedModulesEnvironment from './shared-modules-environment.mjs';

const name = 'SVC_TEST_LEFT_BEHIND';

afterEach(() => {
  delete process.env[name];
});

it.each([
  ['set', undefined, 'by a test'],
  ['changed', 'before', 'by a test'],
  ['removed', 'before', undefined],
])(
  'given a file of tests that %s a variable, then the next file of its worker finds it as it was',
  async (_what, before, within) => {
    setVariable(before);
    const environment = new SharedModulesEnvironment(
      { projectConfig: { globals: {} } },
      { testPath: 'a.spec.mjs' },
    );
    setVariable(within);
    await environment.teardown();
    expect(process.env[name]).toBe(before);
  },
);

function setVariable(value) {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
