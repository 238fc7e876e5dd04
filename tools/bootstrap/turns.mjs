// One command after the other: of those that are started at once, each may install or build only while no other does.
// Parses on old Nodes, see bootstrap.mjs; so it can't share code with the lock of the data folder, which works alike.
import { execFileSync } from 'child_process';
import { linkSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'fs';
import path from 'path';

const waitMs = 100;

/**
 * Returns when it is this process's turn. A holder that has died holds nothing: it is recorded with its start time.
 *
 * Holders are numbered files, and the highest number counts. A taker creates number n + 1 exclusively, so of two that
 * find the same dead holder exactly one succeeds; the highest file is never removed, so no number comes twice.
 *
 * @param {string} root of the repository
 * @param {(sentence: string) => void} say called once if others come first
 * @returns {() => void} ends the turn
 */
export function takeTurn(root, say) {
  const folder = path.join(root, '.nx', 'turns');
  mkdirSync(folder, { recursive: true });
  for (let hasWaited = false; ;) {
    const last = highest(folder);
    const holder = last === 0 ? '' : holderOf(folder, last);
    if (isRunning(holder)) {
      if (!hasWaited) {
        say('Waiting for another command that installs or builds (process ' + holder.split(' ')[0] + ') …');
      }
      hasWaited = true;
      pause();
    } else if (create(folder, last + 1)) {
      if (highest(folder) === last + 1) {
        removeBelow(folder, last + 1);
        return () => release(folder, last + 1);
      }
      // We read the folder so long ago that others have had their turn since.
      rmSync(path.join(folder, String(last + 1)));
    }
  }
}

function numbers(folder) {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function highest(folder) {
  return Math.max.apply(null, [0].concat(numbers(folder)));
}

/** @returns {string} empty when the turn has ended, or the file went away meanwhile */
function holderOf(folder, number) {
  try {
    return readFileSync(path.join(folder, String(number)), 'utf8').trim();
  } catch (failure) {
    if (failure.code === 'ENOENT') return '';
    throw failure;
  }
}

/** A hard link is created with its full content or not at all. */
function create(folder, number) {
  const draft = path.join(folder, 'draft-' + process.pid);
  writeFileSync(draft, process.pid + ' ' + startOf(process.pid) + '\n');
  try {
    linkSync(draft, path.join(folder, String(number)));
    return true;
  } catch (failure) {
    if (failure.code === 'EEXIST') return false;
    throw failure;
  } finally {
    rmSync(draft, { force: true });
  }
}

function removeBelow(folder, number) {
  numbers(folder)
    .filter((older) => older < number)
    .forEach((older) => rmSync(path.join(folder, String(older)), { force: true }));
}

function release(folder, number) {
  const draft = path.join(folder, 'draft-' + process.pid);
  writeFileSync(draft, '');
  renameSync(draft, path.join(folder, String(number)));
}

function isRunning(holder) {
  const pid = Number(holder.split(' ')[0]);
  return holder !== '' && startOf(pid) === holder.slice(holder.indexOf(' ') + 1);
}

/** Tells a process from later ones with the same number; `-` where that can't be told. Undefined when none runs. */
function startOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync('/proc/' + pid + '/stat', 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // proc_pid_stat(5): state is field 3, start 22
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return fields[0] === 'Z' ? undefined : boot + '/' + fields[19];
    }
    process.kill(pid, 0);
    if (process.platform === 'win32') return '-';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch (failure) {
    return failure.code === 'EPERM' ? '-' : undefined;
  }
}

/** Synchronous, because old Nodes have no top-level await. */
function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
}
