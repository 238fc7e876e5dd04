import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigurationError } from '../errors/client-errors.js';
import type { StoredToken, TokenStorage } from '../tokens/token-storage.js';

/** A lock that old is of a process that died. Two that take it both renew: no harm is done. */
const abandonedMs = 15_000;
const lookAgainMs = 50;

/** A file that only its owner can read (mode 0600), in a folder that only they can enter. */
export class FileTokenStorage implements TokenStorage {
  readonly #file: string;

  /** @param file default: `.svc/token.json` in the home folder */
  constructor(file = path.join(homedir(), '.svc', 'token.json')) {
    this.#file = path.resolve(file);
  }

  /** @returns undefined where there is none, or what is there is none of ours. @throws ConfigurationError where others can read it */
  async read(): Promise<StoredToken | undefined> {
    const file = await unless('ENOENT', open(this.#file, 'r'));
    if (file === undefined) return undefined;
    try {
      const { mode } = await file.stat();
      // Windows has no such modes.
      if (process.platform !== 'win32' && (mode & 0o077) !== 0)
        throw new ConfigurationError(`Others can read ${this.#file}: chmod 600 it, or delete it.`);
      return readToken(await file.readFile('utf8'));
    } finally {
      await file.close();
    }
  }

  /** Whole or not at all: another process reads the old one or the new one. */
  async write(token: StoredToken): Promise<void> {
    await this.#makeFolder();
    const draft = `${this.#file}.${randomUUID()}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(JSON.stringify(token));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, this.#file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async clear(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  /** By a file beside that of the token. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = `${this.#file}.lock`;
    await this.#makeFolder();
    while (!(await isTaken(lock))) await wait(lookAgainMs);
    try {
      return await work();
    } finally {
      await rm(lock, { force: true });
    }
  }

  async #makeFolder(): Promise<void> {
    await mkdir(path.dirname(this.#file), { recursive: true, mode: 0o700 });
  }
}

/** @returns false: another process has it */
async function isTaken(lock: string): Promise<boolean> {
  const file = await unless('EEXIST', open(lock, 'wx', 0o600));
  await file?.close();
  if (file !== undefined) return true;
  const held = await unless('ENOENT', stat(lock));
  if (held !== undefined && Date.now() - held.mtimeMs > abandonedMs) await rm(lock, { force: true });
  return false;
}

/** @returns undefined where it fails so */
async function unless<Value>(code: string, work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return undefined;
    throw error;
  }
}

function readToken(text: string): StoredToken | undefined {
  try {
    const { token, expiresAtMs, refreshToken } = (JSON.parse(text) ?? {}) as Readonly<
      Record<string, unknown>
    >;
    if (typeof token !== 'string' || typeof expiresAtMs !== 'number') return undefined;
    return { token, expiresAtMs, ...(typeof refreshToken === 'string' && { refreshToken }) };
  } catch {
    return undefined;
  }
}
