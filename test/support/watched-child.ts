import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning } from './processes.js';

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error as they came. */
  readonly output: string;
  /** Only standard error. */
  readonly errorOutput: string;
  /** From the start, or from the request to stop. */
  readonly tookMs: number;
}

/** A child process with piped outputs: keeps what it writes, and how it ends. */
export class WatchedChild {
  readonly #startedAt = performance.now();
  readonly #closed: Promise<unknown>;
  #output = '';
  #errorOutput = '';

  constructor(private readonly child: ChildProcess) {
    this.#closed = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#errorOutput += text;
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The process could not be started.');
    return this.child.pid;
  }

  /** Everything that it has written up to now. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return isRunning(this.pid);
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** In milliseconds. */
  get age(): number {
    return performance.now() - this.#startedAt;
  }

  /** Resolves with its output once that holds `text`. @throws Error when it ends without */
  async untilItSays(text: string): Promise<string> {
    while (!this.#output.includes(text)) {
      if (this.hasEnded) throw new Error(`It ended without saying "${text}":\n${this.#output}`);
      await delay(10);
    }
    return this.#output;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves with how it ended and how long after its start. */
  ended(): Promise<Ending> {
    return this.#ending(this.#startedAt);
  }

  /** Sends the signal and waits for the end that follows. */
  endedAfter(signal: NodeJS.Signals): Promise<Ending> {
    return this.endedAfterDoing(() => this.signal(signal));
  }

  /** Waits for the end that follows what is done to it. */
  endedAfterDoing(ask: () => void): Promise<Ending> {
    const askedAt = performance.now();
    ask();
    return this.#ending(askedAt);
  }

  /** Sends the signal and waits only for its exit, because its children may keep the pipes open. */
  async exitedAfter(signal: NodeJS.Signals): Promise<void> {
    const exited = once(this.child, 'exit');
    this.signal(signal);
    await exited;
  }

  async #ending(since: number): Promise<Ending> {
    await this.#closed;
    const { exitCode, signalCode } = this.child;
    return {
      exitCode,
      signal: signalCode,
      output: this.#output,
      errorOutput: this.#errorOutput,
      tookMs: performance.now() - since,
    };
  }
}
