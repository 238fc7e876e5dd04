import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { patchHead } from './patch-head.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'test/fault/without');

it('names the missing line of a head', () => {
  expect(() => patchHead('Project: unit\nSuite: a.spec.ts\nWithout: x\ndiff --git a b\nTest: y')).toThrow(
    '"Test: …"',
  );
});

describe.each(readdirSync(folder).filter((name) => name.endsWith('.patch')))('%s', (name) => {
  const file = path.join(folder, name);
  const { suite, tests } = patchHead(readFileSync(file, 'utf8'));

  it.each(tests)('names a test that there is: %s', (test) => {
    expect(readFileSync(path.join(root, suite), 'utf8')).toContain(test);
  });

  it('can be applied to the sources as they are', () => {
    const { stderr } = spawnSync('git', ['apply', '--check', file], { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
  });
});
