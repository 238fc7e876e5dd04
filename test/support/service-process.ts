import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { programOf, type AppName } from './program.js';
import { findFreePort } from './standalone-process.js';

export interface ServiceOptions {
  readonly app: AppName;
  readonly env: Readonly<Record<string, string>>;
}

/** One service of the distributed shape as a process of its own. */
export class ServiceProcess {
  #child: ChildProcess;
  #output = '';

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
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
    this.#child = this.#spawn();
    await this.#untilReady();
  }

  /** Stops the process where it stands: it keeps its connections and knows nothing of the time that passes. */
  suspend(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Orderly end. @throws Error when it was none */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'close');
    this.resume();
    this.#child.kill('SIGTERM');
    await ended;
    if (this.#child.exitCode !== 0)
      throw new Error(`${this.options.app} did not end well: ${this.#lastWords}`);
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get #lastWords(): string {
    return this.#output.slice(-5_000);
  }

  #spawn(): ChildProcess {
    const port = String(this.port);
    const address = { HOST: '127.0.0.1', PORT: port, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: port };
    const child = spawn(process.execPath, programOf(this.options.app), {
      env: { ...process.env, SVC_LOG_LEVEL: 'warn', ...address, ...this.options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
    return child;
  }

  async #untilReady(): Promise<void> {
    for (;;) {
      if (this.#hasEnded)
        throw new Error(`${this.options.app} ended before it was ready: ${this.#lastWords}`);
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      await delay(25);
    }
  }
}
