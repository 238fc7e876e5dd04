import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { takeTurn } from '../bootstrap/turns.mjs';
import { isBuilt, markBuilt } from '../build/build-stamp.mjs';
import { root } from '../workspace/packages.mjs';

/**
 * Generates and builds everything with one line of progress; the tools' own output is shown only when they fail.
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether it succeeded
 */
export async function buildQuietly(say) {
  if (isBuilt()) return true;
  const endTurn = takeTurn(root, say);
  try {
    return isBuilt() || (await build(say));
  } finally {
    endTurn();
  }
}

async function build(say) {
  const startedAt = performance.now();
  const output = [];
  const child = spawn(
    process.execPath,
    [
      createRequire(import.meta.url).resolve('nx/bin/nx.js'),
      'run-many',
      '-t',
      'build',
      '--outputStyle=static',
    ],
    {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  const slow = setTimeout(
    () => say('Generating code and building (about 15 seconds the first time) …'),
    3_000,
  );
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(slow);
  if (code !== 0) {
    process.stderr.write(Buffer.concat(output));
    return false;
  }
  markBuilt();
  say(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  return true;
}
