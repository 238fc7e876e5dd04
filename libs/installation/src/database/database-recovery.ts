export interface DatabaseRecoveryOptions {
  /** Starts the crashed server. */
  readonly restart: () => Promise<void>;
  /** The server is back: its running work was lost. */
  readonly onReturned: () => Promise<void>;
  /** It does not come back. */
  readonly onLost: (error: unknown) => void;
  /** Whether the server returns as soon as somebody removes the cause: if so, recovery waits without limit. */
  readonly isWorthWaiting: (error: unknown) => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/** Consecutive errors before recovery gives up; between them 0.5 s, 1 s, 1.5 s, … */
const attempts = 6;
const pauseMs = 500;
const waitMs = 1_000;

/** Restarts a crashed database server, also if it crashes again during recovery. */
export class DatabaseRecovery {
  #crashes = 0;
  #restarts = 0;
  #running: Promise<void> | undefined;
  #isEnding = false;

  constructor(private readonly options: DatabaseRecoveryOptions) {}

  /** False from a crash until the server is back and `onReturned` has finished. */
  get isServing(): boolean {
    return this.#running === undefined;
  }

  /** Call it at each crash. */
  crashed(): void {
    this.#crashes += 1;
    if (!this.#isEnding) this.#running ??= this.#recover();
  }

  /** Repeats `onReturned`, which failed at the last return. */
  settleAgain(): void {
    if (!this.#isEnding) this.#running ??= this.#recover();
  }

  /** Resolves when no recovery runs; later crashes are ignored. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #recover(): Promise<void> {
    const { restart, onReturned, onLost, isWorthWaiting, pause } = this.options;
    for (let failures = 0; !this.#isEnding;) {
      try {
        const crashes = this.#crashes;
        if (this.#restarts < crashes) {
          await restart();
          this.#restarts = crashes;
        }
        await onReturned();
        if (this.#restarts < this.#crashes) continue;
        this.#running = undefined;
        return;
      } catch (error) {
        if (isWorthWaiting(error)) {
          await pause(waitMs);
          continue;
        }
        failures += 1;
        if (failures === attempts) return onLost(error);
        await pause(failures * pauseMs);
      }
    }
  }
}
