// What runs of tests leave that are killed: folders in the temporary places, which are named after the process that made
// them (`svc-e2e-<pid>-…`), and processes that work in those.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import './source-loader.mjs';

const named = /^svc-(?:[a-z0-9]+-)+?(\d+)-\w+$/;
const places = new Set(['/dev/shm', os.tmpdir()]);
const endWithinMs = 10_000;

/** Ends those processes and removes the folders, of runs that are over. */
export async function removeAbandoned() {
  const folders = [...places].flatMap((place) =>
    (existsSync(place) ? readdirSync(place) : [])
      .filter((name) => named.test(name) && !isRunning(Number(named.exec(name)[1])))
      .map((name) => path.join(place, name)),
  );
  if (folders.length === 0) return;
  await endProcessesIn(folders);
  const { removeFolder } = await import('./data-folder.ts');
  for (const folder of folders) removeFolder(folder);
}

async function endProcessesIn(folders) {
  const working = () =>
    processes().filter(
      ({ pid, text }) => pid !== process.pid && folders.some((one) => text.includes(`${one}/`)),
    );
  // A database server then also frees its shared memory.
  for (const { pid, isDatabase } of working()) signal(pid, isDatabase ? 'SIGQUIT' : 'SIGKILL');
  const giveUpAt = performance.now() + endWithinMs;
  while (working().length > 0 && performance.now() < giveUpAt) await delay(50);
}

/** With their command line and environment, as far as this user may read them. */
function processes() {
  if (!existsSync('/proc/self/environ')) return fromPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
        const text = `${command} ${readFileSync(`/proc/${name}/environ`, 'utf8')}`;
        return [{ pid: Number(name), text, isDatabase: command.includes('postgres') }];
      } catch {
        return []; // it has ended, or is another user's
      }
    });
}

function fromPs() {
  const lines = execFileSync('ps', ['-axEww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map((line) => ({
    pid: Number.parseInt(line, 10),
    text: line,
    isDatabase: line.includes('postgres'),
  }));
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has just ended
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
