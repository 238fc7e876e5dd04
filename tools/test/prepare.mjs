// What a suite needs in a fresh checkout: generated code, including that of the tests, then the build.
import { step } from './step.mjs';

/** Ends the command where a step fails; the step has said why. */
export async function prepareSuites() {
  const steps = [
    ['generated code', 'tools/codegen/generate.mjs'],
    ['build', 'tools/build/build.mjs'],
  ];
  for (const [name, script] of steps) {
    if (!(await step(name, [process.execPath, script], { quiet: true }))) process.exit(1);
  }
}
