import { AsyncLocalStorage } from 'node:async_hooks';
import type { LogFields } from '@svc/telemetry';

export interface SamplingOptions {
  /** Most lines written per second. */
  readonly linesPerSecond: number;
  /** Runs `work` after the time in ms, with a timer that keeps no process alive. */
  readonly later?: (work: () => void, ms: number) => void;
}

/**
 * Log lines that a stranger can cause without limit. Only some are written per second, and then the number of the others:
 * a flood would otherwise fill the disk, and cost more than the rejections themselves.
 */
export class SampledLog {
  #written = 0;
  #leftOut = 0;
  #isWindowOpen = false;
  readonly #later: (work: () => void, ms: number) => void;
  /** The line with the number belongs to no request. */
  readonly #outsideOfRequests = AsyncLocalStorage.snapshot();

  constructor(
    private readonly write: (message: string, fields: LogFields) => void,
    private readonly options: SamplingOptions,
  ) {
    this.#later = options.later ?? unreferencedTimer;
  }

  line(message: string, fields: LogFields): void {
    if (!this.#isWindowOpen) this.#openWindow();
    if (this.#written >= this.options.linesPerSecond) {
      this.#leftOut += 1;
      return;
    }
    this.#written += 1;
    this.write(message, fields);
  }

  #openWindow(): void {
    this.#isWindowOpen = true;
    this.#written = 0;
    this.#later(() => this.#outsideOfRequests(() => this.#closeWindow()), 1_000);
  }

  #closeWindow(): void {
    this.#isWindowOpen = false;
    if (this.#leftOut === 0) return;
    this.write('lines like these were left out', { left_out: this.#leftOut });
    this.#leftOut = 0;
  }
}

function unreferencedTimer(work: () => void, ms: number): void {
  setTimeout(work, ms).unref();
}
