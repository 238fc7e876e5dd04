import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { temporaryRoot, type OrdinaryUser } from '@svc/testing';
import pg from 'pg';
import { serverProcessesIn } from '../src/embedded/process-identity.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../src/embedded/start-embedded-postgres.js';

const repository = path.resolve(import.meta.dirname, '../../..');
const ourselves: OrdinaryUser = { identity: {}, repository, node: process.execPath };

export const isRoot = process.getuid?.() === 0;
/** Cases that only root can be in; for another user they don't exist. */
export const asRoot = (name: string, test: () => Promise<void>) => (isRoot ? it(name, test) : undefined);

/** An application of its own with an embedded server. */
export interface Application {
  readonly process: ChildProcess;
  readonly server: { readonly connectionString: string; readonly dataDir: string; readonly pid: number };
}

/** Embedded servers of one test file: a data folder of its own for each test, and nothing left behind. */
export class EmbeddedServers {
  /** Folder of all tests, open to the server's user. */
  playground = '';
  /** The data folder of this test. */
  dataDir = '';
  /** What starts have told their caller in this test. */
  messages: string[] = [];
  /** The folder that each test has a copy of. */
  #started: string | undefined;
  #count = 0;
  #running: EmbeddedPostgres[] = [];
  #children: ChildProcess[] = [];

  /**
   * To be called once, where tests are described. Data folders are not yet made, or, where tests look at what follows, a
   * copy of one that has been started once.
   */
  constructor({ hasStarted = false } = {}) {
    beforeAll(async () => {
      this.playground = mkdtempSync(path.join(hasStarted ? temporaryRoot() : os.tmpdir(), 'svc-supervisor-'));
      chmodSync(this.playground, 0o755);
      if (!hasStarted) return;
      this.dataDir = this.#started = path.join(this.playground, 'started');
      await (await this.start()).stop();
    });
    beforeEach(() => {
      this.#count += 1;
      this.dataDir = path.join(this.playground, `data-${this.#count}`);
      if (this.#started) execFileSync('cp', ['-a', this.#started, this.dataDir]);
      this.messages = [];
    });
    afterEach(() => this.#cleanUp());
    afterAll(() => rmSync(this.playground, { recursive: true, force: true }));
  }

  /** Stands for /var/lib/svc, and keeps copied binaries. */
  get systemDir(): string {
    return path.join(this.playground, 'system');
  }

  async start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const { dataDir, systemDir } = this;
    const log = (message: string) => this.messages.push(message);
    const server = await startEmbeddedPostgres({ dataDir, systemDir, log, ...options });
    this.#running.push(server);
    return server;
  }

  /** Starts in another process, which can be killed; `afterwards` is code that runs there then. */
  async startInChild(options: { afterwards?: string; user?: OrdinaryUser } = {}): Promise<Application> {
    const { afterwards = '', user = ourselves } = options;
    const code = `
      import { startEmbeddedPostgres } from '@svc/postgres';
      try {
        const { connectionString, dataDir, pid } = await startEmbeddedPostgres({
          dataDir: ${JSON.stringify(this.dataDir)}, systemDir: ${JSON.stringify(this.systemDir)}, log: () => {},
        });
        console.log(JSON.stringify({ connectionString, dataDir, pid }));
        setInterval(() => {}, 60_000);
        ${afterwards}
      } catch (failure) {
        console.log(JSON.stringify({ name: failure.name, message: failure.message }));
        process.exit(1);
      }`;
    const loader = path.join(user.repository, 'test/support/source-loader.mjs');
    const child = spawn(user.node, ['--import', loader, '--input-type=module', '--eval', code], {
      cwd: user.repository,
      stdio: ['ignore', 'pipe', 'inherit'],
      ...user.identity,
    });
    this.endWithTest(child);
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    const answer = JSON.parse(line) as Application['server'] & { name?: string; message?: string };
    if (answer.name) throw Object.assign(new StartupError(answer.message), { name: answer.name });
    return { process: child, server: answer };
  }

  /** Kills the process at the end of the test when it still runs. */
  endWithTest(child: ChildProcess): void {
    this.#children.push(child);
  }

  async #cleanUp(): Promise<void> {
    for (const child of this.#children.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) await kill(child);
    }
    for (const server of this.#running.splice(0)) await server.stop();
    // A server whose application was killed by the test and that no later start has taken over.
    const left = serverProcessesIn(path.join(this.dataDir, 'cluster'), undefined);
    for (const pid of left) process.kill(pid, 'SIGQUIT');
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** The StartupError with which a start fails. */
export async function rejection(start: Promise<unknown>): Promise<StartupError> {
  const error = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return error as StartupError;
}

/** Runs one statement on a connection of its own. */
export async function sql(
  server: { readonly connectionString: string },
  text: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined); // a server that is killed fails the statement, and that is enough
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export function socketFolderOf(server: { readonly connectionString: string }): string {
  return new URL(server.connectionString).searchParams.get('host') ?? '';
}
