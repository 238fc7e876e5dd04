import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from '../workspace/packages.mjs';
import { endOfStep } from './step.mjs';

/**
 * Runs lists of steps side by side, no more of them than there are cores; those of one list one after the other, also
 * after one that fails. A step that passes is one line, one that fails is told with its output.
 * @param lists `[[name, command], …][]`
 * @returns {Promise<{ name: string, passed: boolean }[]>} in the order of the lists
 */
export async function sideBySide(lists, { mostAtOnce = availableParallelism() } = {}) {
  console.log(
    `\n── ${lists
      .flat()
      .map(([name]) => name)
      .join(', ')}`,
  );
  const outcomes = lists.map(() => []);
  const waiting = [...lists.entries()];
  const runNext = async () => {
    for (let next; (next = waiting.shift());) {
      const [index, list] = next;
      for (const [name, command] of list) outcomes[index].push({ name, passed: await run(name, command) });
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, runNext));
  return outcomes.flat();
}

async function run(name, [file, ...args]) {
  const startedAt = performance.now();
  const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => output.push(piece));
  const passed = await new Promise((resolve) => {
    child.once('error', (failure) => {
      output.push(Buffer.from(`${failure.message}\n`));
      resolve(false);
    });
    child.once('close', (status) => resolve(status === 0));
  });
  if (!passed) process.stdout.write(Buffer.concat(output));
  console.log(endOfStep(name, { passed, startedAt }));
  return passed;
}
