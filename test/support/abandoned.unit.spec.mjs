import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { removeAbandoned } from './abandoned.mjs';

/** The process id of a run that is over. */
const { pid: over } = spawnSync(process.execPath, ['-e', '']);
const folderOf = (pid) => path.join(os.tmpdir(), `svc-e2e-${pid}-abandoned`);
afterEach(() => rmSync(folderOf(process.pid), { recursive: true, force: true }));

test('given a run that was killed, then its folder and the processes that work in it are removed, and those of others stay', async () => {
  const [left, own] = [over, process.pid].map((pid) => {
    mkdirSync(folderOf(pid));
    return spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000); console.log()'], {
      env: { SVC_DATA_DIR: path.join(folderOf(pid), 'data') },
    });
  });
  await Promise.all([left, own].map((child) => once(child.stdout, 'data')));
  const ended = once(left, 'exit');

  await removeAbandoned();

  expect(await ended).toEqual([null, 'SIGKILL']);
  expect([over, process.pid].map((pid) => existsSync(folderOf(pid)))).toEqual([false, true]);
  expect(own.exitCode ?? own.signalCode).toBeNull();
  own.kill();
});
