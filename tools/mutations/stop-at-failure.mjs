import { TestEnvironment } from 'jest-environment-node';

/** Set by Stryker while it tries a mutant. */
const isMutated = () => process.env.__STRYKER_ACTIVE_MUTANT__ !== undefined;
/** Milliseconds in which a test of a mutant has to end: many mutants make turns wait for ever. */
const mostWait = 5_000;

/** Stops after the first failed test, which has found the mutant. By default Jest would finish the file. */
export default class StopAtFailure extends TestEnvironment {
  #hasFailed = false;

  handleTestEvent({ name, test }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') this.#hasFailed = true;
    if (name !== 'test_start') return;
    if (this.#hasFailed) test.mode = 'skip';
    if (isMutated()) test.timeout = mostWait;
  }
}
