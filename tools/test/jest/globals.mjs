/** What `@jest/globals` gives to modules that several test files share: always those of the running file. */
const ofTheFile = (name) =>
  new Proxy(() => undefined, {
    apply: (_target, _self, parameters) => globalThis[name](...parameters),
    get: (_target, key) => globalThis[name][key],
  });

export const [describe, it, test, expect, jest, beforeAll, beforeEach, afterAll, afterEach] = [
  ...['describe', 'it', 'test', 'expect', 'jest'],
  ...['beforeAll', 'beforeEach', 'afterAll', 'afterEach'],
].map(ofTheFile);
