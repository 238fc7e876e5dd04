import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const repository = path.resolve(import.meta.dirname, '../..');

/** Makes the process believe that it runs on another Node. */
const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;

describe('the launcher', () => {
  it.each(['start', 'test'])(
    'of npm %s, given a Node below 20, says in one sentence what is needed',
    (command) => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['--import', pretend('18.20.8'), path.join(repository, `tools/bootstrap/${command}.mjs`)],
        { cwd: repository, encoding: 'utf8' },
      );
      expect(stderr).toMatch(/^This needs Node 20 or newer, and found 18\.20\.8: install .*\.\n$/);
      expect(stdout).toBe('');
      expect(status).toBe(1);
    },
  );
});
