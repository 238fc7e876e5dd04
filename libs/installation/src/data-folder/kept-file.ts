import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { makeDataFolder } from './make-data-folder.js';

export interface KeptFile {
  readonly dataDir: string;
  readonly name: string;
  /** The pattern of the trimmed content. */
  readonly pattern: RegExp;
  /** For messages: `master key`. */
  readonly meaning: string;
  readonly create: () => string;
  /** Rejects a file that others may read or write: nobody knows who did. */
  readonly isSecret: boolean;
  /** Called before a damaged value is replaced. Without it a damaged value is an error, because data depends on it. */
  readonly onReplace?: (sentence: string) => void;
}

/**
 * A value that the first start creates and later starts keep: one line in a file of mode 0600 in the data folder. Of
 * two concurrent starts one wins, and both get its value.
 * @throws StartupError if the file can't be read or written, is invalid, or a secret is open to others
 */
export function readOrCreate(kept: KeptFile): string {
  const file = path.join(kept.dataDir, kept.name);
  try {
    makeDataFolder(kept.dataDir);
    const value = read(file) ?? create(file, kept.create());
    if (kept.isSecret) refuseIfOpen(file, kept.meaning);
    if (kept.pattern.test(value)) return value;
    if (kept.onReplace) {
      kept.onReplace(`The ${kept.meaning} ${file} was damaged and is replaced.`);
      return replace(file, kept.create());
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(
      `The ${kept.meaning} ${file} can not be used (${(error as Error).message}): make the folder writable, or choose another with SVC_DATA_DIR.`,
      { cause: error },
    );
  }
  throw new StartupError(`The ${kept.meaning} ${file} is damaged: restore it from a backup.`);
}

/** Windows has no such modes. */
function refuseIfOpen(file: string, meaning: string): void {
  const mode = statSync(file).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new StartupError(
    `The ${meaning} ${file} is open to others (mode 0${mode.toString(8)}): if nobody else had access to it, close it with chmod 600.`,
  );
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The value of the first writer. */
function create(file: string, value: string): string {
  return put(file, value, (draft) => {
    try {
      linkSync(draft, file);
      return value;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return read(file) ?? value;
    }
  });
}

function replace(file: string, value: string): string {
  return put(file, value, (draft) => {
    renameSync(draft, file);
    return value;
  });
}

/** Written whole under another name first, so that a crash never leaves half a value. */
function put(file: string, value: string, publish: (draft: string) => string): string {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, `${value}\n`, { mode: 0o600, flush: true });
    const published = publish(draft);
    syncFolder(path.dirname(file));
    return published;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Makes the folder's entries survive a loss of power. Windows can't open folders, and makes them durable itself. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
