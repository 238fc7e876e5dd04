// Compiles the package in the current folder: src/ to dist/, which then holds nothing else.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const swc = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@swc/cli/package.json')),
  'bin/swc.js',
);
const options = [
  '--strip-leading-paths',
  '--config-file',
  path.join(root, '.swcrc'),
  '--ignore',
  '**/*.spec.ts',
  '-q',
];

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [swc, 'src', '-d', 'dist', '-D', ...options], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
