import { randomFillSync } from 'node:crypto';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { StartupError } from '@svc/errors';

/** Bounds on what is free on the server's disk, in bytes. */
export interface SpaceBounds {
  /** Below it writes stop; from twice as much on they continue. */
  readonly minFree: number;
  /** Reserve for the server's recovery after a crash. */
  readonly reserve: number;
}

const megabyte = 1024 * 1024;
/** The server writes its log in files of 16 MB: between two looks at the disk it fills a few, and it needs one to start. */
export const defaultSpaceBounds: SpaceBounds = { minFree: 128 * megabyte, reserve: 32 * megabyte };

/** The server can't run because its disk is full. It may once there is space. */
export class DiskFullError extends StartupError {
  constructor(folder: string, freeBytes: number, cause?: unknown) {
    super(
      `The disk of ${folder} is full, or as good as (${Math.floor(freeBytes / megabyte)} MB are left): free some space, and start again.`,
      { cause },
    );
  }
}

/** The disk of `folder`, and a file on it that can be given up: on a full one, the server does not start without. */
export class DiskSpace {
  readonly #reserve: string;

  constructor(
    readonly folder: string,
    private readonly bounds: SpaceBounds,
  ) {
    this.#reserve = `${folder}/reserve`;
  }

  async isLow(): Promise<boolean> {
    return (await this.#free()) < this.bounds.minFree;
  }

  async isAmple(): Promise<boolean> {
    return (await this.#free()) >= 2 * this.bounds.minFree;
  }

  async fullError(cause?: unknown): Promise<DiskFullError> {
    return new DiskFullError(this.folder, await this.#free(), cause);
  }

  /** @returns whether the reserve is there: where a quota is full, the disk seems to be empty and yet takes no more. */
  async layReserve(): Promise<boolean> {
    if (await this.#isReserveThere()) return true;
    const draft = `${this.#reserve}.draft`;
    try {
      await write(draft, this.bounds.reserve);
      await rename(draft, this.#reserve);
      return true;
    } catch (error) {
      await rm(draft, { force: true });
      if (isForWantOfSpace(error)) return false;
      throw error;
    }
  }

  /** @returns whether there was one. */
  async giveUpReserve(): Promise<boolean> {
    const wasThere = await this.#isReserveThere();
    await rm(this.#reserve, { force: true });
    return wasThere;
  }

  async #isReserveThere(): Promise<boolean> {
    return (await stat(this.#reserve).catch(() => undefined))?.size === this.bounds.reserve;
  }

  /** Space available without root: the server is never root. */
  async #free(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }
}

/** Random bytes: some file systems keep no zeros. */
async function write(file: string, bytes: number): Promise<void> {
  const chunk = randomFillSync(Buffer.allocUnsafe(megabyte));
  const handle = await open(file, 'w', 0o600);
  try {
    for (let left = bytes; left > 0; left -= megabyte)
      await handle.writeFile(chunk.subarray(0, Math.min(left, megabyte)));
  } finally {
    await handle.close();
  }
}

function isForWantOfSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Of a line of the server's log, which is English: a full disk, or a full quota. */
export function tellsOfFullDisk(line: string): boolean {
  return /No space left on device|[Qq]uota exceeded/.test(line);
}
