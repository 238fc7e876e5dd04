import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { descendantsOf, isRunning, type RunningProcess } from './processes.js';
import { ownRepository, programOf } from './program.js';

/** A first start makes the database and compiles nothing; the bound is for a machine that does much else. */
const readyLimitMs = 120_000;

export interface StandaloneOptions {
  /** Becomes SVC_DATA_DIR. */
  readonly dataDir: string;
  /** Default: one that is free now. */
  readonly port?: number;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whom it runs as; only root may choose. */
  readonly identity?: { readonly uid?: number; readonly gid?: number };
  /** A copy of the built repository to run instead of this one. */
  readonly repository?: string;
  /** The Node that runs it; default: the one of this process. */
  readonly node?: string;
  /** Default: two minutes. */
  readonly readyWithinMs?: number;
  /** Starts it by `npm start`, in a process group of its own: `pid` is then npm's. */
  readonly byNpm?: boolean;
}

/** What the first start writes to `<data dir>/credentials.json`. */
export interface Credentials {
  readonly base_url: string;
  readonly org_id: string;
  readonly user_id: string;
  readonly api_key_id: string;
  readonly api_key: string;
  readonly service_id: string;
}

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Standard output and standard error as they came. */
  readonly output: string;
  /** Standard error alone. */
  readonly errorOutput: string;
  /** From the start, or from the request to stop. */
  readonly tookMs: number;
}

/** The process ended before it was ready. */
export class StartFailedError extends Error {
  override readonly name = 'StartFailedError';

  constructor(readonly ending: Ending) {
    super(`The standalone ended with exit code ${ending.exitCode} before it was ready:\n${ending.output}`);
  }
}

/** The built standalone as a process of its own, seen from outside: signals, HTTP, files and output. */
export class StandaloneProcess {
  /** From the start of the process to `/readyz` answering 200. */
  readyMs = Infinity;
  readonly baseUrl: string;
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();
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

  /** Resolves when `/readyz` answers 200. @throws StartFailedError when the process ends before. */
  static async start(options: StandaloneOptions): Promise<StandaloneProcess> {
    const standalone = await StandaloneProcess.launch(options);
    try {
      await standalone.#untilReady(options.readyWithinMs ?? readyLimitMs);
    } catch (failure) {
      standalone.#child.kill('SIGKILL');
      throw failure;
    }
    return standalone;
  }

  /** For starts that are expected to fail: resolves when the process has ended. */
  static async runToItsEnd(options: StandaloneOptions): Promise<Ending> {
    const standalone = await StandaloneProcess.launch(options);
    return standalone.#ending(standalone.#startedAt);
  }

  /** Resolves when the process has begun, long before it is ready. */
  static async launch(options: StandaloneOptions): Promise<StandaloneProcess> {
    const { repository = ownRepository, identity, byNpm = false, port = await findFreePort() } = options;
    const command = byNpm ? 'npm' : (options.node ?? process.execPath);
    const child = spawn(command, byNpm ? ['start'] : programOf('standalone', { repository }), {
      cwd: repository,
      env: {
        ...process.env,
        DATABASE_URL: '',
        ...options.env,
        SVC_DATA_DIR: options.dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: byNpm,
      ...identity,
    });
    return new StandaloneProcess(options.dataDir, port, child);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('The standalone could not be started.');
    return this.#child.pid;
  }

  /** Everything that it has written up to now. */
  get output(): string {
    return this.#output;
  }

  credentials(): Credentials {
    return JSON.parse(readFileSync(path.join(this.dataDir, 'credentials.json'), 'utf8')) as Credentials;
  }

  /** Itself, its database server and that one's children. */
  processes(): readonly RunningProcess[] {
    return [{ pid: this.pid, parentPid: process.pid, command: 'node' }, ...descendantsOf(this.pid)];
  }

  /** The database server: the `postgres` that Node has started. */
  postgresPid(): number {
    const pid = this.findPostgresPid();
    if (pid === undefined) throw new Error('There is no database server under the standalone.');
    return pid;
  }

  /** Undefined while there is none. */
  findPostgresPid(): number | undefined {
    return descendantsOf(this.pid).find(
      ({ command, parentPid }) => command === 'postgres' && parentPid === this.pid,
    )?.pid;
  }

  /** Whether Node still runs. */
  get isRunning(): boolean {
    return isRunning(this.pid);
  }

  /** Resolves with its output once that holds `text`. */
  async untilItSays(text: string): Promise<string> {
    while (!this.#output.includes(text)) {
      if (!this.isRunning) throw new Error(`The standalone ended without saying "${text}":\n${this.#output}`);
      await delay(10);
    }
    return this.#output;
  }

  /** Resolves once it takes no new connection, or calls itself not ready: it has begun to stop. */
  untilItRefuses(): Promise<void> {
    return untilRefused(this.baseUrl);
  }

  /** Resolves once `/readyz` answers 200 again. Node must go on meanwhile. */
  async untilItServes(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      if (!this.isRunning) throw new Error(`The standalone ended:\n${this.#output.slice(-5_000)}`);
      await delay(10);
    }
  }

  /** Asks for an orderly end and waits for it. */
  stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ending> {
    const askedAt = performance.now();
    this.#child.kill(signal);
    return this.#ending(askedAt);
  }

  /** What Ctrl-C in a terminal does: every process of the group is interrupted at once. */
  pressCtrlC(): Promise<Ending> {
    const askedAt = performance.now();
    process.kill(-this.pid, 'SIGINT');
    return this.#ending(askedAt);
  }

  /** `kill -9` of Node alone, of the database server alone, or of both in one go. Waits for the end of Node where it is killed. */
  async kill(target: 'node' | 'postgres' | 'both', serverPid?: number): Promise<void> {
    if (target !== 'node') killNow(serverPid ?? this.postgresPid());
    if (target === 'postgres') return;
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Resolves with how it ended, for whatever reason. */
  ended(): Promise<Ending> {
    return this.#ending(this.#startedAt);
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

  async #untilReady(withinMs: number): Promise<void> {
    for (;;) {
      const { exitCode, signalCode } = this.#child;
      if (exitCode !== null || signalCode !== null) throw new StartFailedError(await this.ended());
      const answer = await fetch(`${this.baseUrl}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      this.readyMs = performance.now() - this.#startedAt;
      if (answer?.status === 200) return;
      if (this.readyMs > withinMs) throw new Error(`The standalone was not ready in time:\n${this.#output}`);
      await delay(25);
    }
  }
}

/** Resolves once an API takes no new connection, or calls itself not ready. */
export async function untilRefused(baseUrl: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.status !== 200) return;
    await delay(10);
  }
}

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A process that has just ended by itself is as good as killed: what a start runs may live for some milliseconds. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}
