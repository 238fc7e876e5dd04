import { spawn, type SpawnOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { descendantsOf, type RunningProcess } from './processes.js';
import { withoutRateLimits } from './rate-limits.js';
import { untilRefused } from './readiness.js';
import { WatchedChild, type Ending } from './watched-child.js';

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

export function credentialsIn(dataDir: string): Credentials {
  return JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8')) as Credentials;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly dataDir: string;
  readonly port: number;
  /** Added to the environment of this process, in which rate limits are off. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly spawnOptions?: SpawnOptions;
}

/** The product as a process with its children, seen from outside: signals, HTTP, files and output. */
export class ProductProcess {
  readonly dataDir: string;
  readonly baseUrl: string;
  protected readonly child: WatchedChild;

  protected constructor({ command, args, dataDir, port, env, spawnOptions }: Program) {
    this.dataDir = dataDir;
    this.baseUrl = `http://127.0.0.1:${port}`;
    const settings = { SVC_DATA_DIR: dataDir, PORT: String(port) };
    const child = spawn(command, args, {
      env: { ...process.env, DATABASE_URL: '', ...withoutRateLimits, ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...spawnOptions,
    });
    this.child = new WatchedChild(child);
  }

  get pid(): number {
    return this.child.pid;
  }

  /** Everything that it and its processes have written up to now. */
  get output(): string {
    return this.child.output;
  }

  get isRunning(): boolean {
    return this.child.isRunning;
  }

  credentials(): Credentials {
    return credentialsIn(this.dataDir);
  }

  /** Itself, its database server, and all that these have started. */
  processes(): readonly RunningProcess[] {
    return [{ pid: this.pid, parentPid: process.pid, command: 'node' }, ...descendantsOf(this.pid)];
  }

  /** Resolves with its output once that holds `text`. @throws Error when it ends without */
  untilItSays(text: string): Promise<string> {
    return this.child.untilItSays(text);
  }

  /** Resolves once it takes no new connection, or calls itself not ready: it has begun to stop. */
  untilItRefuses(): Promise<void> {
    return untilRefused(this.baseUrl);
  }

  /** Asks for an orderly end and waits for it. */
  stop(signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<Ending> {
    return this.child.endedAfter(signal);
  }

  /** Resolves with how it ended. */
  ended(): Promise<Ending> {
    return this.child.ended();
  }
}
