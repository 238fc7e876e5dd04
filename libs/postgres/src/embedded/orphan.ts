import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '@svc/errors';
import { identifyProcess, serverProcessesIn } from './process-identity.js';

/** Fast shutdown: open transactions are rolled back, then a checkpoint. */
const fastShutdownLimitMs = 15_000;
/** Server processes whose postmaster was killed notice it by themselves, but not in the middle of a long statement. */
const childrenLimitMs = 500;
/** Immediate shutdown: nothing is written, the next start recovers. */
const immediateShutdownLimitMs = 5_000;

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
  const file = postmasterFileIn(cluster);
  const left = readPostmasterFile(cluster);
  const running = () => serverProcessesIn(cluster, left?.pid);
  const postmaster = () => running().filter((pid) => pid === left?.pid);
  if (running().length > 0) log('Shutting down the database server that a crash has left running …');
  for (const pid of postmaster()) send(pid, 'SIGINT');
  if (!(await untilNone(running, postmaster().length > 0 ? fastShutdownLimitMs : childrenLimitMs))) {
    for (const pid of postmaster().length > 0 ? postmaster() : running()) send(pid, 'SIGQUIT');
    await untilNone(running, immediateShutdownLimitMs);
  }
  const stubborn = running();
  if (stubborn.length > 0) {
    throw new StartupError(
      `The database server in ${cluster} (process ${stubborn.join(', ')}) does not stop: end it by hand and start again.`,
    );
  }
  const numberIsFree = left !== undefined && identifyProcess(left.pid) === undefined;
  if (numberIsFree || process.platform === 'linux') rmSync(file, { force: true });
  return left;
}

function postmasterFileIn(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/**
 * What `postmaster.pid` says. Its lines: process id, data folder, start time, port, socket folder, … (miscadmin.h,
 * LOCK_FILE_LINE_*).
 */
export function readPostmasterFile(cluster: string): Leftover | undefined {
  let text: string;
  try {
    text = readFileSync(postmasterFileIn(cluster), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  return { pid: Number(lines[0]), socketFolder: lines[4] ?? '' };
}

function send(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal);
    process.kill(pid, 'SIGCONT'); // a stopped process sees no signal before it goes on
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function untilNone(running: () => readonly number[], limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 20) {
    if (running().length === 0) return true;
    await delay(20);
  }
  return false;
}
