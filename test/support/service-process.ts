import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.js';
import { programOf, type AppName } from './program.js';
import { withoutRateLimits } from './rate-limits.js';
import { isReady } from './readiness.js';
import { WatchedChild } from './watched-child.js';

export interface ServiceOptions {
  readonly app: AppName;
  readonly env: Readonly<Record<string, string>>;
}

/** One service of the distributed shape as a separate process. */
export class ServiceProcess {
  #child: WatchedChild;

  private constructor(
    private readonly options: ServiceOptions,
    private readonly port: number,
  ) {
    this.#child = this.#spawn();
  }

  /** Resolves when `/readyz` answers 200. */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = new ServiceProcess(options, await findFreePort());
    await service.#untilReady();
    return service;
  }

  /** Of its health endpoints, and of the API where it has one. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** `kill -9`, then the same start again. Resolves when it is ready. */
  async killAndRestart(): Promise<void> {
    await this.#child.endedAfter('SIGKILL');
    this.#child = this.#spawn();
    await this.#untilReady();
  }

  /** Suspends the process: it keeps its connections and does not notice the time that passes. */
  suspend(): void {
    this.#child.signal('SIGSTOP');
  }

  resume(): void {
    this.#child.signal('SIGCONT');
  }

  /** Ends it by SIGTERM. @throws Error when it does not end with 0 */
  async stop(): Promise<void> {
    if (this.#child.hasEnded) return;
    this.resume();
    const { exitCode } = await this.#child.endedAfter('SIGTERM');
    if (exitCode !== 0) throw new Error(`${this.options.app} did not end well: ${this.#lastWords}`);
  }

  get #lastWords(): string {
    return this.#child.output.slice(-5_000);
  }

  #spawn(): WatchedChild {
    const port = String(this.port);
    const address = { HOST: '127.0.0.1', PORT: port, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: port };
    const child = spawn(process.execPath, programOf(this.options.app), {
      env: { ...process.env, SVC_LOG_LEVEL: 'warn', ...withoutRateLimits, ...address, ...this.options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return new WatchedChild(child);
  }

  async #untilReady(): Promise<void> {
    while (!(await isReady(this.baseUrl))) {
      if (this.#child.hasEnded)
        throw new Error(`${this.options.app} ended before it was ready: ${this.#lastWords}`);
      await delay(25);
    }
  }
}
