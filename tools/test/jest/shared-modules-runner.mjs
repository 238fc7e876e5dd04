// Runs a test file with Jest's own test framework, but with the modules of Node: what several files import is loaded once
// for each worker. By default Jest loads all of it again for each file, which takes most of the time of a small test.
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import '../../../test/support/source-loader.mjs';

process.setSourceMapsEnabled(true);
const require = createRequire(import.meta.url);
const circus = require
  .resolve('jest-circus/package.json')
  .replace('package.json', 'build/jestAdapterInit.js');
/** Where `jest.setTimeout` leaves its answer for the framework. */
const timeout = Symbol.for('TEST_TIMEOUT_SYMBOL');
const globals = new URL('globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : nextResolve(specifier, context),
});

export default async function runFile(
  globalConfig,
  config,
  environment,
  runtime,
  testPath,
  sendMessageToJest,
) {
  // The framework keeps its state where it is loaded: each file gets its own.
  delete require.cache[circus];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  delete globalThis[timeout];
  const { initialize, runAndTransformResultsToJestFormat } = require(circus);
  Error.prepareStackTrace = undefined;
  await initialize({
    ...{ globalConfig, config, environment, runtime, testPath, sendMessageToJest },
    localRequire: require,
    parentProcess: process,
    setGlobalsForRuntime: (given) => Object.assign(globalThis, given, { jest: jestObject(environment) }),
  });
  await import(pathToFileURL(testPath).href);
  return runAndTransformResultsToJestFormat({ globalConfig, config, testPath });
}

function jestObject({ moduleMocker, fakeTimersModern }) {
  return {
    fn: moduleMocker.fn.bind(moduleMocker),
    spyOn: moduleMocker.spyOn.bind(moduleMocker),
    restoreAllMocks: () => moduleMocker.restoreAllMocks(),
    setTimeout: (ms) => (globalThis[timeout] = ms),
    useFakeTimers: (options) => fakeTimersModern.useFakeTimers(options),
    useRealTimers: () => fakeTimersModern.useRealTimers(),
    advanceTimersByTime: (ms) => fakeTimersModern.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => fakeTimersModern.advanceTimersByTimeAsync(ms),
  };
}
