import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { root } from '../workspace/packages.mjs';

/**
 * Runs one step of a check silently and appends its output to a file.
 * @returns {{ name: string, passed: boolean, seconds: string, output: string }}
 */
export function recordedStep(name, [file, ...args], { logFile, env = {} }) {
  process.stdout.write(`${name} … `);
  const startedAt = performance.now();
  const log = openSync(logFile, 'a');
  const before = statSync(logFile).size;
  const { status } = spawnSync(file, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const passed = status === 0;
  const seconds = `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
  console.log(`${passed ? 'passed' : 'FAILED'} (${seconds})`);
  return { name, passed, seconds, output: readFileSync(logFile).subarray(before).toString() };
}
