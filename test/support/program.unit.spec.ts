import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { programOf } from './program.js';

let repository: string;
beforeEach(() => {
  repository = makeTemporaryFolder();
});
afterEach(() => removeFolder(repository));

it('given a repository without a build, then it says what to run first', () => {
  expect(() => programOf('standalone', { repository })).toThrow(
    'apps/standalone/dist/main.js is not built: run "npm run build" first.',
  );
});

it('given a build, then it is what runs', () => {
  const built = path.join(repository, 'apps/gateway/dist/main.js');
  mkdirSync(path.dirname(built), { recursive: true });
  writeFileSync(built, '');
  expect(programOf('gateway', { repository })).toEqual([built]);
});
