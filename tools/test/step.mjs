import { spawnSync } from 'node:child_process';
import { root } from '../workspace/packages.mjs';

/** The line with which a step ends. */
export function endOfStep(name, { passed, startedAt }) {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return `${passed ? 'passed' : 'FAILED'}: ${name} (${seconds} s)`;
}

/**
 * Runs one step of a check with a headline and its duration. The output of a `quiet` step shows only when it fails.
 * @returns {boolean} whether it succeeded
 */
export function step(name, command, { quiet = false, env = {}, cwd = root } = {}) {
  console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const [file, ...args] = command;
  const result = spawnSync(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    maxBuffer: 256 * 1024 * 1024,
  });
  const passed = result.status === 0;
  if (!passed && quiet) process.stdout.write(Buffer.concat([result.stdout, result.stderr]));
  console.log(endOfStep(name, { passed, startedAt }));
  return passed;
}
