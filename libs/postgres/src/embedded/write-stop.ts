import type { DiskSpace } from './disk-space.js';

export interface WriteStopOptions {
  readonly space: Pick<DiskSpace, 'isLow' | 'isAmple' | 'layReserve' | 'giveUpReserve'>;
  /** Makes the server refuse, or take, changes. @throws when it can't be reached, or has no room to note it */
  readonly setReadOnly: (isReadOnly: boolean) => Promise<void>;
  readonly onChange: (isStopped: boolean) => void;
}

/**
 * Stops writes before the disk is full, while reads continue: PostgreSQL ends without room for its log, and does not
 * start again. Others can fill the disk faster than it is checked; then the server crashes, and recovers in the
 * reserve.
 */
export class WriteStop {
  #isStopped = false;

  constructor(private readonly options: WriteStopOptions) {}

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** To be called again and again, and never side by side. @throws what `setReadOnly` throws: the next look tries again */
  async look(): Promise<void> {
    const { space } = this.options;
    if (this.#isStopped) {
      if (await space.isAmple()) await this.#resume();
    } else if (await space.isLow()) await this.stop();
  }

  async stop(): Promise<void> {
    const { setReadOnly, space } = this.options;
    try {
      await setReadOnly(true);
    } catch (error) {
      if (!(await space.giveUpReserve())) throw error;
      await setReadOnly(true);
    }
    this.#become(true);
  }

  async #resume(): Promise<void> {
    const { setReadOnly, space } = this.options;
    if (!(await space.layReserve())) return;
    await setReadOnly(false);
    this.#become(false);
  }

  #become(isStopped: boolean): void {
    if (this.#isStopped === isStopped) return;
    this.#isStopped = isStopped;
    this.options.onChange(isStopped);
  }
}
