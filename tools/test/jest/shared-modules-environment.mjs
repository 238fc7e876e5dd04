import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { takeProcessorTime } from './processor-time.mjs';

/** A Jest environment for `shared-modules-runner.mjs`: tests run among the globals of the process. */
export default class SharedModulesEnvironment {
  #end = takeProcessorTime();

  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    // What Jest itself sets stays here and does not replace the process's own.
    this.global = Object.create(globalThis, {
      process: { value: Object.create(process), writable: true, configurable: true },
      console: { value: console, writable: true, configurable: true },
    });
    Object.assign(globalThis, projectConfig.globals);
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    this.#end(this.testPath);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
