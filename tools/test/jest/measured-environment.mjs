import { TestEnvironment } from 'jest-environment-node';
import { takeProcessorTime } from './processor-time.mjs';

/** Jest's own environment, which isolates test files from each other, and notes what each takes. */
export default class MeasuredEnvironment extends TestEnvironment {
  #end = takeProcessorTime();

  constructor(config, context) {
    super(config, context);
    this.testPath = context.testPath;
  }

  async teardown() {
    await super.teardown();
    this.#end(this.testPath);
  }
}
