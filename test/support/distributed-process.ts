import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './free-port.js';
import { descendantsOf } from './processes.js';
import { programOf, type AppName } from './program.js';
import { withoutRateLimits } from './rate-limits.js';
import { untilRefused } from './readiness.js';
import type { RunningSystem, SystemOptions } from './running-system.js';
import type { Credentials } from './standalone-process.js';
import { WatchedChild, type Ending } from './watched-child.js';

/** What it says when all of its processes serve. */
const readySentence = 'Ready in ';

/** `npm run distributed`: a process per service under one that supervises them, on an embedded database. */
export class DistributedProcess implements RunningSystem {
  readonly baseUrl: string;

  private constructor(
    readonly dataDir: string,
    port: number,
    private readonly child: WatchedChild,
  ) {
    this.baseUrl = `http://127.0.0.1:${port}`;
  }

  /** Resolves when it says that it is ready. @throws Error when it ends before. */
  static async start(options: SystemOptions): Promise<DistributedProcess> {
    const port = await findFreePort();
    const child = spawn(process.execPath, programOf('distributed'), {
      env: {
        ...process.env,
        DATABASE_URL: '',
        // Systems that share the Kafka of KAFKA_BROKERS must not hear each other.
        SVC_KAFKA_PREFIX: `test-${process.pid}-${port}`,
        ...withoutRateLimits,
        ...options.env,
        SVC_DATA_DIR: options.dataDir,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const system = new DistributedProcess(options.dataDir, port, new WatchedChild(child));
    await system.untilItSays(readySentence);
    return system;
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Everything that it and its processes have written up to now. */
  get output(): string {
    return this.child.output;
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
    const told = [...this.output.matchAll(new RegExp(`^${app}\\b.*\\bprocess (\\d+)`, 'gm'))];
    return Number(told.at(-1)?.[1]);
  }

  /** `kill -9` of a service. Resolves when it has been started again and serves. */
  async killService(app: Exclude<AppName, 'standalone'>): Promise<void> {
    const pid = this.pidOf(app);
    process.kill(pid, 'SIGKILL');
    while (this.pidOf(app) === pid) await delay(20);
  }

  /** Resolves with its output once that holds `text`. */
  untilItSays(text: string): Promise<string> {
    return this.child.untilItSays(text);
  }

  untilItRefuses(): Promise<void> {
    return untilRefused(this.baseUrl);
  }

  stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ending> {
    return this.child.endedAfter(signal);
  }

  /** `kill -9` of the process that supervises all others. */
  async killSupervisor(): Promise<void> {
    await this.child.exitedAfter('SIGKILL');
  }
}
