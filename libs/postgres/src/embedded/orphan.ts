import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '@svc/errors';
import { identifyProcess, serverProcessesIn } from './process-identity.js';

/** How long a server may take for each way of ending it: fast with a checkpoint, then at once with recovery later. */
const stages = [
  { signal: 'SIGINT', limitMs: 15_000 },
  { signal: 'SIGQUIT', limitMs: 5_000 },
] as const;

export interface Leftover {
  readonly pid: number;
  readonly socketFolder: string;
}

/**
 * Clears away what a crash has left in a cluster folder that no other process of ours holds: a server that still runs
 * is shut down, and `postmaster.pid` goes when nothing has the folder open any more (its number may meanwhile belong
 * to a zombie or to a stranger, and Postgres would refuse to start).
 *
 * @returns what was there, or undefined after an orderly end.
 */
export async function takeDownOrphan(
  cluster: string,
  log: (message: string) => void,
): Promise<Leftover | undefined> {
  const file = path.join(cluster, 'postmaster.pid');
  const left = readPostmasterFile(file);
  if (left === undefined) return undefined;
  if (serverProcessesIn(cluster, left.pid).length > 0)
    log('shutting down the database server that a crash has left running');
  for (const { signal, limitMs } of stages) {
    if (serverProcessesIn(cluster, left.pid).includes(left.pid)) send(left.pid, signal);
    // Without its postmaster (killed too) the children notice by themselves and end.
    if (await untilGone(cluster, left.pid, limitMs)) break;
  }
  const running = serverProcessesIn(cluster, left.pid);
  if (running.length > 0) {
    throw new StartupError(
      `The database server in ${cluster} (process ${running.join(', ')}) does not stop: end it by hand and start again.`,
    );
  }
  if (process.platform === 'linux' || identifyProcess(left.pid) === undefined) rmSync(file, { force: true });
  return left;
}

/** The file's lines: process id, data folder, start time, port, socket folder, … (miscadmin.h, LOCK_FILE_LINE_*). */
function readPostmasterFile(file: string): Leftover | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw failure;
  }
  const lines = text.split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
    process.kill(pid, 'SIGCONT'); // a stopped process sees no signal before it goes on
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}

async function untilGone(cluster: string, pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
    if (serverProcessesIn(cluster, pid).length === 0) return true;
    await delay(20);
  }
  return false;
}
