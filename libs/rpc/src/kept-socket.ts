import { chmodSync, existsSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '@svc/telemetry';

export interface KeptSocketOptions {
  /** The existing file of the socket. */
  readonly file: string;
  /** Listens at the file again; its folder exists. */
  readonly listenAgain: () => Promise<void>;
  readonly logger: Logger;
  readonly lookEveryMs: number;
}

/**
 * Checks regularly that the file of a server's socket still exists. Cleaners of temporary files remove it as old, and
 * then nobody can connect. Creates the folder again as it was and lets the server listen there. A file that somebody
 * else put in its place is left to them.
 */
export class KeptSocket {
  readonly #folder: string;
  readonly #uid: number;
  readonly #mode: number;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isFailing = false;

  constructor(private readonly options: KeptSocketOptions) {
    this.#folder = path.dirname(options.file);
    const { uid, mode } = lstatSync(this.#folder);
    this.#uid = uid;
    this.#mode = mode & 0o777;
    this.#timer = setInterval(() => this.#look(), options.lookEveryMs).unref();
  }

  /** Resolves when it has stopped. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  #look(): void {
    if (this.#running || existsSync(this.options.file)) return;
    this.#running = this.#repair().finally(() => (this.#running = undefined));
  }

  async #repair(): Promise<void> {
    const { file, listenAgain, logger } = this.options;
    try {
      this.#renewFolder();
      await listenAgain();
      this.#isFailing = false;
      logger.warn('the socket of a service was removed and is there again', { file });
    } catch (error) {
      // Tried again at the next check.
      if (!this.#isFailing)
        logger.error('the socket of a service was removed and can not be renewed', { file, error });
      this.#isFailing = true;
    }
  }

  /**
   * @throws Error if the folder is another user's or more open than before: anyone who can enter it could replace our
   * socket.
   */
  #renewFolder(): void {
    if (!existsSync(this.#folder)) {
      mkdirSync(this.#folder, { mode: this.#mode });
      chmodSync(this.#folder, this.#mode);
    }
    const { uid, mode } = lstatSync(this.#folder);
    if (uid === this.#uid && (mode & 0o777 & ~this.#mode) === 0) return;
    throw new Error(`The folder ${this.#folder} is not as it was made: remove it.`);
  }
}
