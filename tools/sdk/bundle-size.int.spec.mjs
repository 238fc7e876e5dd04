import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

// Runs outside Jest: Vite is a program of its own.
test('each part of the SDK is as small in a page as its page says, and brings nothing of the others', () => {
  const script = path.join(root, 'tools/sdk/bundle-size.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  // What is promised.
  const promised = readFileSync(path.join(root, 'libs/sdk/README.md'), 'utf8');
  for (const [, part, atMost] of stdout.matchAll(/^(\S+): \S+ kB of (\S+) kB/gm))
    expect(promised).toContain(`${part === '*' ? 'everything' : `\`${part}\``} ${atMost}`);
});
