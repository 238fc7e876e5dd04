import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.js';
import { descendantsOf, type RunningProcess } from './processes.js';
import { ownRepository, programOf } from './program.js';
import { withoutRateLimits } from './rate-limits.js';
import { isReady, untilRefused } from './readiness.js';
import { WatchedChild, type Ending } from './watched-child.js';

/** A first start makes the database and compiles nothing; the bound is for a machine that does much else. */
const readyLimitMs = 120_000;

export interface StandaloneOptions {
  /** Becomes SVC_DATA_DIR. */
  readonly dataDir: string;
  /** Default: one that is free now. */
  readonly port?: number;
  /** Added to the environment of this process, in which rate limits are off. */
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
  readonly workspace_id: string;
  readonly workspace_api_key: string;
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

  private constructor(
    readonly dataDir: string,
    port: number,
    private readonly child: WatchedChild,
  ) {
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  /** Resolves when `/readyz` answers 200. @throws StartFailedError when the process ends before. */
  static async start(options: StandaloneOptions): Promise<StandaloneProcess> {
    const standalone = await StandaloneProcess.launch(options);
    try {
      await standalone.#untilReady(options.readyWithinMs ?? readyLimitMs);
    } catch (failure) {
      standalone.child.signal('SIGKILL');
      throw failure;
    }
    return standalone;
  }

  /** For starts that are expected to fail: resolves when the process has ended. */
  static async runToItsEnd(options: StandaloneOptions): Promise<Ending> {
    const standalone = await StandaloneProcess.launch(options);
    return standalone.ended();
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
        ...withoutRateLimits,
        ...options.env,
        SVC_DATA_DIR: options.dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: byNpm,
      ...identity,
    });
    return new StandaloneProcess(options.dataDir, port, new WatchedChild(child));
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Everything that it has written up to now. */
  get output(): string {
    return this.child.output;
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
    return this.child.isRunning;
  }

  /** Resolves with its output once that holds `text`. */
  untilItSays(text: string): Promise<string> {
    return this.child.untilItSays(text);
  }

  /** Resolves once it takes no new connection, or calls itself not ready: it has begun to stop. */
  untilItRefuses(): Promise<void> {
    return untilRefused(this.baseUrl);
  }

  /** Resolves once `/readyz` answers 200 again. Node must go on meanwhile. */
  async untilItServes(): Promise<void> {
    while (!(await isReady(this.baseUrl))) {
      if (!this.isRunning) throw new Error(`The standalone ended:\n${this.output.slice(-5_000)}`);
      await delay(10);
    }
  }

  /** Asks for an orderly end and waits for it. */
  stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ending> {
    return this.child.endedAfter(signal);
  }

  /** What Ctrl-C in a terminal does: every process of the group is interrupted at once. */
  pressCtrlC(): Promise<Ending> {
    return this.child.endedAfterDoing(() => process.kill(-this.pid, 'SIGINT'));
  }

  /** `kill -9` of Node alone, of the database server alone, or of both in one go. Waits for the end of Node where it is killed. */
  async kill(target: 'node' | 'postgres' | 'both', serverPid?: number): Promise<void> {
    if (target !== 'node') killNow(serverPid ?? this.postgresPid());
    if (target === 'postgres') return;
    await this.child.endedAfter('SIGKILL');
  }

  /** Resolves with how it ended, for whatever reason. */
  ended(): Promise<Ending> {
    return this.child.ended();
  }

  async #untilReady(withinMs: number): Promise<void> {
    for (;;) {
      if (this.child.hasEnded) throw new StartFailedError(await this.ended());
      const ready = await isReady(this.baseUrl);
      this.readyMs = this.child.age;
      if (ready) return;
      if (this.readyMs > withinMs) throw new Error(`The standalone was not ready in time:\n${this.output}`);
      await delay(25);
    }
  }
}

/** A process that has just ended by itself is as good as killed: what a start runs may live for some milliseconds. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ESRCH') throw failure;
  }
}
