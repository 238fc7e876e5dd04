import { globSync } from 'node:fs';
import path from 'node:path';
import { mutated, strykerOptions } from './stryker-options.mjs';

const root = path.resolve(import.meta.dirname, '../..');

it('given the patterns of what is mutated, then each names files of the engine', () => {
  for (const pattern of mutated) expect(globSync(pattern, { cwd: root })).not.toEqual([]);
});

it('then tests are not mutated, and no more than two processes work', () => {
  expect(strykerOptions(mutated, false)).toMatchObject({
    mutate: [...mutated, '!**/*.spec.ts'],
    concurrency: 2,
  });
});
