export interface DatabaseRecoveryOptions {
  /** Starts the server that has crashed. */
  readonly restart: () => Promise<void>;
  /** The server is back: what was under way in it is lost. */
  readonly onReturned: () => Promise<void>;
  /** It does not come back. */
  readonly onLost: (error: unknown) => void;
  /** Whether the server comes back as soon as somebody has removed the reason: it is waited for without an end. */
  readonly isWorthWaiting: (error: unknown) => boolean;
  readonly pause: (ms: number) => Promise<void>;
}

/** Failures in a row before the server is given up; between them 0.5 s, 1 s, 1.5 s, … */
const attempts = 6;
const pauseMs = 500;
const waitMs = 1_000;

/** Brings a crashed database server back, also when it crashes again on its way. */
export class DatabaseRecovery {
  #crashes = 0;
  #restarts = 0;
  #running: Promise<void> | undefined;
  #isEnding = false;

  constructor(private readonly options: DatabaseRecoveryOptions) {}

  /** False from a crash on until the server is back and `onReturned` has done its work. */
  get isServing(): boolean {
    return this.#running === undefined;
  }

  /** To be called at each crash. */
  crashed(): void {
    this.#crashes += 1;
    if (!this.#isEnding) this.#running ??= this.#recover();
  }

  /** Does the work of `onReturned` again: that of the last return could not be done then. */
  settleAgain(): void {
    if (!this.#isEnding) this.#running ??= this.#recover();
  }

  /** Resolves when nothing is being brought back any more; from then on crashes are nobody's concern. */
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
