import { linkSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { identifyProcess, type ProcessIdentity } from './process-identity.js';

export interface FolderLock {
  release(): void;
}

const namePattern = /^lock\.(\d+)$/;

/**
 * Makes this process the only one that works on `folder`. A crash frees the lock, because its holder is recorded with
 * its start time and no longer runs.
 *
 * Holders are numbered files `lock.<n>`, and the highest number counts. A taker creates number n + 1 exclusively, so of
 * two that find the same dead holder exactly one succeeds; the highest file is never removed, so no number comes twice.
 *
 * @throws StartupError naming the live holder.
 */
export function lockFolder(folder: string): FolderLock {
  const self = identifyProcess(process.pid);
  if (self === undefined)
    throw new StartupError(
      'The list of processes can not be read: mount /proc, or set DATABASE_URL to a server of your own.',
    );
  for (;;) {
    const generation = highestLock(folder);
    const holder = generation === 0 ? undefined : readHolder(lockFile(folder, generation));
    if (holder && isRunning(holder)) throw new StartupError(heldBy(folder, holder));
    const own = generation + 1;
    if (!createExclusively(folder, own, self)) continue;
    if (highestLock(folder) > own) {
      // Our view of the folder was stale: others have come and gone.
      rmSync(lockFile(folder, own));
      continue;
    }
    for (const older of lockNumbers(folder).filter((number) => number < own)) {
      rmSync(lockFile(folder, older), { force: true });
    }
    return { release: () => writeAtomically(lockFile(folder, own), 'released') };
  }
}

/** Whether a process that runs has locked the folder. */
export function isInUse(folder: string): boolean {
  const generation = highestLock(folder);
  const holder = generation === 0 ? undefined : readHolder(lockFile(folder, generation));
  return holder !== undefined && isRunning(holder);
}

function heldBy(folder: string, holder: ProcessIdentity): string {
  const who = holder.pid === process.pid ? 'this process itself' : `process ${holder.pid}`;
  return `The data folder ${folder} is already in use by ${who}: stop it first, or choose another folder with SVC_DATA_DIR.`;
}

function lockNumbers(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => namePattern.exec(name)?.[1] ?? [])
    .map(Number);
}

function highestLock(folder: string): number {
  return Math.max(0, ...lockNumbers(folder));
}

function lockFile(folder: string, generation: number): string {
  return path.join(folder, `lock.${generation}`);
}

/** Undefined when the holder has released it, or the file went away meanwhile. */
function readHolder(file: string): ProcessIdentity | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const [pid, startedAt] = text.trim().split('\n');
  return startedAt === undefined ? undefined : { pid: Number(pid), startedAt };
}

function isRunning(holder: ProcessIdentity): boolean {
  return identifyProcess(holder.pid)?.startedAt === holder.startedAt;
}

/** A hard link is created with its full content or not at all. */
function createExclusively(folder: string, generation: number, self: ProcessIdentity): boolean {
  const draft = path.join(folder, `lock-draft.${process.pid}`);
  writeFileSync(draft, `${self.pid}\n${self.startedAt}\n`, { mode: 0o644 });
  try {
    linkSync(draft, lockFile(folder, generation));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, content, { mode: 0o644 });
  renameSync(draft, file);
}
