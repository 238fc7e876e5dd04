import { setTimeout as delay } from 'node:timers/promises';
import { fillDataFolder } from './data-folder.js';
import { findFreePort } from './free-port.js';
import { descendantsOf } from './processes.js';
import { ProductProcess } from './product-process.js';
import { ownRepository, programOf } from './program.js';
import { isReady } from './readiness.js';
import type { Ending } from './watched-child.js';

/** Long enough for a busy machine. */
const readyLimitMs = 120_000;

export interface StandaloneOptions {
  /** Becomes SVC_DATA_DIR. An empty one, or one that is not there, is filled as a first start leaves it. */
  readonly dataDir: string;
  /** Whether the start must create everything itself. */
  readonly isFirst?: boolean;
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
  /** Starts it by `npm start`, in its own process group: `pid` is then npm's. */
  readonly byNpm?: boolean;
}

/** The process ended before it was ready. */
export class StartFailedError extends Error {
  override readonly name = 'StartFailedError';

  constructor(readonly ending: Ending) {
    super(`The standalone ended with exit code ${ending.exitCode} before it was ready:\n${ending.output}`);
  }
}

/** The built standalone. */
export class StandaloneProcess extends ProductProcess {
  /** From the start of the process to `/readyz` answering 200. */
  readyMs = Infinity;

  /** Resolves when `/readyz` answers 200. @throws StartFailedError when the process ends before. */
  static async start(options: StandaloneOptions): Promise<StandaloneProcess> {
    const standalone = await StandaloneProcess.launch(options);
    try {
      await standalone.#untilReady(options.readyWithinMs ?? readyLimitMs);
    } catch (error) {
      standalone.child.signal('SIGKILL');
      throw error;
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
    const { dataDir, env, repository = ownRepository, identity, byNpm = false } = options;
    if (!options.isFirst && !env?.['DATABASE_URL']) fillDataFolder(dataDir);
    return new StandaloneProcess({
      command: byNpm ? 'npm' : (options.node ?? process.execPath),
      args: byNpm ? ['start'] : programOf('standalone', { repository }),
      dataDir,
      port: options.port ?? (await findFreePort()),
      env,
      spawnOptions: { cwd: repository, detached: byNpm, ...identity },
    });
  }

  /** The database server: the `postgres` that Node has started. */
  postgresPid(): number {
    const pid = this.findPostgresPid();
    if (pid === undefined) throw new Error('There is no database server under the standalone.');
    return pid;
  }

  /** Undefined if it does not run. */
  findPostgresPid(): number | undefined {
    return descendantsOf(this.pid).find(
      ({ command, parentPid }) => command === 'postgres' && parentPid === this.pid,
    )?.pid;
  }

  /** Resolves once `/readyz` answers 200 again. Node must keep running. */
  async untilItServes(): Promise<void> {
    while (!(await isReady(this.baseUrl))) {
      if (this.child.hasEnded) throw new Error(`The standalone ended:\n${this.output.slice(-5_000)}`);
      await delay(10);
    }
  }

  /** What Ctrl-C in a terminal does: every process of the group is interrupted at once. */
  pressCtrlC(): Promise<Ending> {
    return this.child.endedAfterDoing(() => process.kill(-this.pid, 'SIGINT'));
  }

  /** `kill -9` of Node, of the database server, or of both at once. Waits for the end of Node if it is killed. */
  async kill(target: 'node' | 'postgres' | 'both', serverPid?: number): Promise<void> {
    if (target !== 'node') killNow(serverPid ?? this.postgresPid());
    if (target === 'postgres') return;
    await this.child.endedAfter('SIGKILL');
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

/** A process that has just ended counts as killed, because a start runs some only for milliseconds. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
