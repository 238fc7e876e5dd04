import { spawn } from 'node:child_process';
import { root } from '../workspace/packages.mjs';

/**
 * Runs one step of a check, and tells its name, how it ended and how long it took. The output of a `quiet` step shows only
 * when it fails.
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function step(name, [file, ...args], { quiet = false, env = {}, cwd = root } = {}) {
  if (!quiet) console.log(`\n── ${name}`);
  const startedAt = performance.now();
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => output.push(piece));
  const passed = await new Promise((resolve) => {
    child.once('error', (failure) => {
      output.push(Buffer.from(`${failure.message}\n`));
      resolve(false);
    });
    child.once('close', (status) => resolve(status === 0));
  });
  if (!passed) process.stdout.write(Buffer.concat(output));
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${passed ? 'passed' : 'FAILED'}: ${name} (${seconds} s)`);
  return passed;
}
