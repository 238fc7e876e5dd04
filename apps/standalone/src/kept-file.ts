import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';

export interface KeptFile {
  readonly dataDir: string;
  readonly name: string;
  /** What the trimmed content must look like. */
  readonly pattern: RegExp;
  /** For messages: `master key`. */
  readonly meaning: string;
  readonly create: () => string;
}

/**
 * A value that is made at the first start and stays: one line in a file of mode 0600 in the data folder. Of two starts
 * at once one wins, and both get its value.
 * @throws StartupError when the file can't be read or written, or holds something else
 */
export function readOrCreate(kept: KeptFile): string {
  const file = path.join(kept.dataDir, kept.name);
  try {
    makeFolder(kept.dataDir);
    const value = read(file) ?? create(file, kept.create());
    if (kept.pattern.test(value)) return value;
  } catch (failure) {
    throw new StartupError(
      `The ${kept.meaning} ${file} can not be used (${(failure as Error).message}): make the folder writable, or choose another with SVC_DATA_DIR.`,
      { cause: failure },
    );
  }
  throw new StartupError(`The ${kept.meaning} ${file} is damaged: restore it from a backup.`);
}

/** Level by level: with `recursive` Node never comes back where a file system takes no folders, such as `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw failure;
  }
}

/** Written whole under another name first, so that a crash never leaves half a value. */
function create(file: string, value: string): string {
  const draft = `${file}.${process.pid}.draft`;
  try {
    writeFileSync(draft, `${value}\n`, { mode: 0o600, flush: true });
    linkSync(draft, file);
    return value;
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
    return read(file) ?? value;
  } finally {
    rmSync(draft, { force: true });
  }
}
