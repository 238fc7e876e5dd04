import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { descendantsOf, isRunning } from './processes.js';
import { programOf, type AppName } from './program.js';
import type { RunningSystem, SystemOptions } from './running-system.js';
import { findFreePort, untilRefused, type Credentials, type Ending } from './standalone-process.js';

/** What it says when all of its processes serve. */
const readySentence = 'Ready in ';

/** `npm run distributed`: a process per service under one that supervises them, on an embedded database. */
export class DistributedProcess implements RunningSystem {
  readonly baseUrl: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';
  #errorOutput = '';

  private constructor(
    readonly dataDir: string,
    port: number,
    child: ChildProcess,
  ) {
    this.baseUrl = `http://127.0.0.1:${port}`;
    this.#child = child;
    this.#ended = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
      this.#errorOutput += text;
    });
  }

  /** Resolves when it says that it is ready. @throws Error when it ends before. */
  static async start(options: SystemOptions): Promise<DistributedProcess> {
    const port = await findFreePort();
    const child = spawn(process.execPath, programOf('standalone', { entry: 'distributed/main' }), {
      env: {
        ...process.env,
        DATABASE_URL: '',
        // Systems that share the Kafka of KAFKA_BROKERS must not hear each other.
        SVC_KAFKA_PREFIX: `test-${process.pid}-${port}`,
        ...options.env,
        SVC_DATA_DIR: options.dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const system = new DistributedProcess(options.dataDir, port, child);
    await system.untilItSays(readySentence);
    return system;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Everything that it and its processes have written up to now. */
  get output(): string {
    return this.#output;
  }

  credentials(): Credentials {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'credentials.json'), 'utf8')) as Credentials;
  }

  /** Every process of it, the database server's too. */
  processes(): readonly number[] {
    return [this.pid, ...descendantsOf(this.pid).map(({ pid }) => pid)];
  }

  /** The process of a service that runs now, as it was said. */
  pidOf(app: Exclude<AppName, 'standalone'>): number {
    const told = [...this.#output.matchAll(new RegExp(`^${app}\\b.*\\bprocess (\\d+)`, 'gm'))];
    return Number(told.at(-1)?.[1]);
  }

  /** Resolves with its output once that holds `text`. */
  async untilItSays(text: string): Promise<string> {
    while (!this.#output.includes(text)) {
      if (!isRunning(this.pid)) throw new Error(`It ended without saying "${text}":\n${this.#output}`);
      await delay(10);
    }
    return this.#output;
  }

  untilItRefuses(): Promise<void> {
    return untilRefused(this.baseUrl);
  }

  stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ending> {
    const askedAt = performance.now();
    this.#child.kill(signal);
    return this.#ending(askedAt);
  }

  /** `kill -9` of the process that supervises all others. */
  async killSupervisor(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #ending(since: number): Promise<Ending> {
    await this.#ended;
    const { exitCode, signalCode } = this.#child;
    return {
      exitCode,
      signal: signalCode,
      output: this.#output,
      errorOutput: this.#errorOutput,
      tookMs: performance.now() - since,
    };
  }
}
