// Jest in ESM mode, on the Node that the packages bring: node tools/test/jest.mjs --selectProjects unit -- libs/engine
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { providedNode } from '../bootstrap/provided-node.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { status, signal } = spawnSync(
  providedNode(root) ?? process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    createRequire(import.meta.url).resolve('jest/bin/jest'),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = signal ? 1 : status;
