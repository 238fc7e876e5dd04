import { open, readFile, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import type { ErasureList } from './erasure-list.js';
import { erasureLine, parseErasureLines } from './erasure-lines.js';

const newLine = 0x0a;

/** In an error message. */
const mostNamedLines = 5;

/** An append-only list in a file of mode 0600. */
export class ErasureFile implements ErasureList {
  /** @param say reports torn lines, which a crash during a write leaves */
  constructor(
    private readonly file: string,
    private readonly say: (sentence: string) => void,
  ) {}

  read(): Promise<ReadonlySet<string>> {
    return this.#explained(async () => {
      const { subjects, torn, damaged } = parseErasureLines(await this.#content());
      if (damaged.length > 0) throw this.#damagedError(damaged);
      if (torn > 0) {
        this.say(
          `${torn} lines of the list of erasures ${this.file} are torn, as by a crash, and passed over: what the database knows of them is added again.`,
        );
      }
      return subjects;
    });
  }

  add(subjects: readonly string[]): Promise<void> {
    return this.#explained(async () => {
      const isNew = (await this.#mode()) === undefined;
      const handle = await open(this.file, 'a+', 0o600);
      try {
        const lines = subjects.map(erasureLine).join('');
        // Otherwise the first of these would join a torn line.
        if (lines !== '') await handle.appendFile(`${(await isTorn(handle)) ? '\n' : ''}${lines}`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      if (isNew) await syncFolder(path.dirname(this.file));
    });
  }

  async #content(): Promise<string> {
    return (await this.#mode()) === undefined ? '' : readFile(this.file, 'utf8');
  }

  /** To ignore them could leave a subject unerased after a restore, or write into another kind of file. */
  #damagedError(lines: readonly number[]): StartupError {
    const named = lines.slice(0, mostNamedLines).join(', ') + (lines.length > mostNamedLines ? ', …' : '');
    return new StartupError(
      `The list of erasures ${this.file} is damaged, or no such list (line ${named}): restore it from a copy. Where there is none, delete these lines: the database names again whom it knows to be erased, unless it was restored from a backup.`,
    );
  }

  /**
   * Undefined when there is no file. @throws StartupError when others may write it, since it decides who is erased, or
   * when it is a folder or a pipe.
   */
  async #mode(): Promise<number | undefined> {
    try {
      const status = await stat(this.file);
      if (!status.isFile())
        throw new StartupError(
          `The list of erasures ${this.file} is no file: name another one with SVC_ERASURES.`,
        );
      const mode = status.mode & 0o777;
      // Windows has no such modes.
      if (process.platform === 'win32' || (mode & 0o077) === 0) return mode;
      throw new StartupError(
        `The list of erasures ${this.file} is open to others (mode 0${mode.toString(8)}): close it with chmod 600.`,
      );
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #explained<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StartupError) throw error;
      throw new StartupError(
        `The list of erasures ${this.file} can not be used (${(error as Error).message}): make its folder, and let this user write it, or name another file with SVC_ERASURES.`,
        { cause: error },
      );
    }
  }
}

async function isTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat();
  if (size === 0) return false;
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== newLine;
}

/** So that the file itself exists after a crash. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // Windows can't open folders
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
