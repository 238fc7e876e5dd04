import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { makeTemporaryFolder, removeFolder } from './data-folder.js';
import { runBlocks, runCommands } from './documented-shell.js';

let folder: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  folder = makeTemporaryFolder();
  env = { PATH: process.env['PATH'], HOME: folder };
});
afterEach(() => removeFolder(folder));

describe('the shell for commands of a page', () => {
  it('given a command that fails, then the error begins with what it said, and none follows', async () => {
    const commands = 'echo begun; echo "no such shop" >&2; false; echo later > later.txt; echo unseen';
    await expect(runCommands(commands, { cwd: folder, env })).rejects.toThrow(
      /^bash: 1\nno such shop\nbegun\n\nof these commands:\n/,
    );
  });

  it('given a start-up file of its user, then it is not read', async () => {
    mkdirSync(path.join(folder, 'home'));
    writeFileSync(path.join(folder, 'home/.bashrc'), 'echo "from the start-up file"\n');
    const { stdout } = await runCommands('cat; echo done', {
      ...{ cwd: folder, env: { ...env, HOME: path.join(folder, 'home') } },
    });
    expect(stdout).toBe('done\n');
  });

  it('given blocks, then each one says what it printed on both outputs, in the shell of those before it', async () => {
    const blocks = ['place=here', 'echo "$place"; echo warned >&2', 'cd /; pwd'];
    await expect(runBlocks(blocks, { cwd: folder, env })).resolves.toEqual(['', 'here\nwarned', '/']);
  });
});
