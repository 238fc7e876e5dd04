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
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #output = '';

  private constructor(
    /** Of its health endpoints, and of the API where it has one. */
    readonly baseUrl: string,
    child: ChildProcess,
  ) {
    this.#child = child;
    this.#ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    }
  }

  /** Resolves when `/readyz` answers 200. */
  static async start({ app, env }: ServiceOptions): Promise<ServiceProcess> {
    const port = String(await findFreePort());
    const address = { HOST: '127.0.0.1', PORT: port, HEALTH_HOST: '127.0.0.1', HEALTH_PORT: port };
    const child = spawn(process.execPath, programOf(app), {
      env: { ...process.env, SVC_LOG_LEVEL: 'warn', ...address, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new ServiceProcess(`http://127.0.0.1:${port}`, child);
    try {
      await service.#untilReady(app);
    } catch (failure) {
      child.kill('SIGKILL');
      throw failure;
    }
    return service;
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
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.resume();
    this.#child.kill('SIGTERM');
    await this.#ended;
    if (this.#child.exitCode !== 0)
      throw new Error(`It ended with ${this.#child.exitCode}:\n${this.#output.slice(-5_000)}`);
  }

  async #untilReady(app: string): Promise<void> {
    for (;;) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null)
        throw new Error(`${app} ended before it was ready:\n${this.#output.slice(-5_000)}`);
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      await delay(25);
    }
  }
}
