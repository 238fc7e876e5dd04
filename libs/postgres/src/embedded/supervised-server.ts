import { existsSync } from 'node:fs';
import { tellsOfFullDisk, type DiskSpace } from './disk-space.js';
import { RepeatedLook } from './repeated-look.js';
import type { ServerProcess } from './server-process.js';
import { socketFileIn } from './socket-folder.js';
import type { WriteStop } from './write-stop.js';

export interface SupervisedServerOptions {
  readonly launch: (serverLog: (line: string) => void) => Promise<ServerProcess>;
  /** Repairs the remains of a crash, and removed files. */
  readonly prepareRestart: () => Promise<void>;
  readonly socketFolder: string;
  readonly space: DiskSpace;
  readonly writes: WriteStop;
  readonly serverLog: ((line: string) => void) | undefined;
  readonly onUnexpectedExit: ((reason: string) => void) | undefined;
  readonly onWatchError: ((error: unknown) => void) | undefined;
  readonly lookEveryMs: number;
}

/** A server across crashes and restarts, with its socket and its disk space. */
export class SupervisedServer {
  #process: ServerProcess | undefined;
  #isRunning = false;
  #isStopping = false;
  #hasMetFullDisk = false;
  /** Why we ended it without a request. */
  #ownReason: string | undefined;
  #look: RepeatedLook | undefined;

  constructor(private readonly options: SupervisedServerOptions) {}

  /** Of the process that runs now, or ran last. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const launched = await this.options.launch((line) => {
      this.#hasMetFullDisk ||= tellsOfFullDisk(line);
      this.options.serverLog?.(line);
    });
    this.#process = launched;
    this.#isRunning = true;
    void launched.ended.then((reason) => {
      this.#isRunning = false;
      if (!this.#isStopping) this.options.onUnexpectedExit?.(this.#ownReason ?? reason);
    });
  }

  /** From here on looks after what the server needs. */
  watch(): void {
    this.#look = new RepeatedLook(
      this.options.lookEveryMs,
      () => this.#lookAfterIt(),
      (error) => this.options.onWatchError?.(error),
    );
  }

  /** After an unexpected exit. @throws DiskFullError while there is no room for it, and as `launch` does */
  async restart(): Promise<void> {
    const { space, writes, prepareRestart } = this.options;
    await this.#process?.ended;
    await prepareRestart();
    const isForWantOfSpace = this.#hasMetFullDisk || (await space.isLow());
    if (isForWantOfSpace) await space.giveUpReserve();
    this.#hasMetFullDisk = false;
    this.#ownReason = undefined;
    try {
      await this.start();
    } catch (cause) {
      throw this.#hasMetFullDisk ? await space.fullError(cause) : cause;
    }
    // Where it fails the next look makes up for it, or the server crashes once more.
    if (isForWantOfSpace) await writes.stop().catch((error: unknown) => this.options.onWatchError?.(error));
  }

  /** Fast shutdown. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#look?.end();
    await this.#process?.stop();
  }

  async #lookAfterIt(): Promise<void> {
    if (!this.#isRunning) return;
    if (existsSync(socketFileIn(this.options.socketFolder))) return this.options.writes.look();
    // It listens on a file that nobody can find any more. It makes one only when it starts.
    this.#ownReason = 'its socket was removed';
    await this.#process?.stop();
  }
}
