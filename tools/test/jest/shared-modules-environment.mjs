import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { takeProcessorTime } from './processor-time.mjs';

/** A Jest environment for `shared-modules-runner.mjs`: tests run among the globals of the process. */
export default class SharedModulesEnvironment {
  #end = takeProcessorTime();
  #variables = { ...process.env };

  constructor({ projectConfig }, { testPath }) {
    this.testPath = testPath;
    // What Jest sets on these objects must not change those of the process.
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
    // The next file of this worker must not find variables that this one has set.
    for (const name of Object.keys(process.env)) if (!(name in this.#variables)) delete process.env[name];
    Object.assign(process.env, this.#variables);
    this.#end(this.testPath);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
