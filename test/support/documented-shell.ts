import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** The exit of a command that failed, with what it printed first: the reason is at its end. */
export class FailedCommands extends Error {}

/**
 * Runs commands of a page in one bash that ends at the first failure, as a reader's would not by itself.
 *
 * Standard input is empty and no start-up file is read: behind a pipe of Node (a socket), and without SHLVL, bash takes
 * itself for a remote shell and sources the machine's and the user's `bashrc`.
 * @returns what they printed
 * @throws FailedCommands with their output
 */
export async function runCommands(
  commands: string,
  { cwd, env = process.env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const child = spawn('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', commands], {
    ...{ cwd, env, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
  ]);
  if (code !== 0)
    throw new FailedCommands(`bash: ${code ?? signal}\n${stderr}${stdout}\nof these commands:\n${commands}`);
  return { stdout, stderr };
}

const mark = '=== the next block';

/** Runs the blocks of a page in one shell. @returns what each block printed on both outputs, trimmed */
export async function runBlocks(
  blocks: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  const script = ['exec 2>&1', blocks.join(`\necho "${mark}"\n`)].join('\n');
  const { stdout } = await runCommands(script, options);
  return stdout.split(`${mark}\n`).map((block) => block.trim());
}
