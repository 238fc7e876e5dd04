import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { becomeOrdinaryUser, type OrdinaryUser } from '@svc/testing';
import pg from 'pg';
import { identifyProcess, serverProcessesIn } from './process-identity.js';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.js';

jest.setTimeout(60_000); // servers, databases and processes start slowly on a busy machine

const repository = path.resolve(import.meta.dirname, '../../../..');
const ourselves: OrdinaryUser = { identity: {}, repository, node: process.execPath };
const isRoot = process.getuid?.() === 0;
/** Cases that only root can be in; for another user they don't exist. */
const asRoot = (name: string, test: () => Promise<void>) => (isRoot ? it(name, test) : undefined);

/** Folder of all tests here, open to the server's user; `system` stands for /var/lib/svc and keeps copied binaries. */
let playground: string;
let system: string;
let dataDir: string;
let messages: string[];
let running: { stop(): Promise<void> }[];
let children: ChildProcess[];

beforeAll(() => {
  playground = mkdtempSync(path.join(os.tmpdir(), 'svc-supervisor-'));
  chmodSync(playground, 0o755);
  system = path.join(playground, 'system');
});
afterAll(() => rmSync(playground, { recursive: true, force: true }));

let count = 0;
beforeEach(() => {
  count += 1;
  dataDir = path.join(playground, `data-${count}`);
  messages = [];
  running = [];
  children = [];
});
afterEach(async () => {
  for (const child of children.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  for (const server of running) await server.stop();
  // A server whose application was killed by the test and that no later start has taken over.
  for (const pid of serverProcessesIn(path.join(dataDir, 'cluster'), undefined)) process.kill(pid, 'SIGQUIT');
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const log = (message: string) => messages.push(message);
  const server = await startEmbeddedPostgres({ dataDir, systemDir: system, log, ...options });
  running.push(server);
  return server;
}

async function rejection(start: Promise<unknown>): Promise<StartupError> {
  const failure = await start.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(failure).toBeInstanceOf(StartupError);
  return failure as StartupError;
}

async function sql(
  server: { connectionString: string },
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

interface Child {
  readonly process: ChildProcess;
  readonly server: { connectionString: string; dataDir: string; pid: number };
}

/** An application of its own that starts the server, and says so; `afterwards` is code that runs then. */
async function startInChild(options: { afterwards?: string; user?: OrdinaryUser } = {}): Promise<Child> {
  const { afterwards = '', user = ourselves } = options;
  const code = `
    import { startEmbeddedPostgres } from '@svc/postgres';
    try {
      const server = await startEmbeddedPostgres({
        dataDir: ${JSON.stringify(dataDir)}, systemDir: ${JSON.stringify(system)}, log: () => {},
      });
      console.log(JSON.stringify({ connectionString: server.connectionString, dataDir: server.dataDir, pid: server.pid }));
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
  children.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const answer = JSON.parse(line) as Child['server'] & { name?: string; message?: string };
  if (answer.name) throw Object.assign(new StartupError(answer.message), { name: answer.name });
  return { process: child, server: answer };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('an orderly life', () => {
  it('given a stop and a second start, finds all data again', async () => {
    const first = await start();
    await sql(first, 'CREATE TABLE note AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(await sql(second, 'SELECT answer FROM note')).toEqual([{ answer: 42 }]);
    expect(second.dataDir).toBe(dataDir);
  });

  it('leaves no process and no socket folder behind', async () => {
    const server = await start();
    const socketFolder = socketFolderOf(server);
    await server.stop();
    expect(identifyProcess(server.pid)).toBeUndefined();
    expect(() => statSync(socketFolder)).toThrow('ENOENT');
  });

  it('is as durable as a server can be, and has room for the pool and its helpers', async () => {
    const settings = await sql(
      await start(),
      `SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'max_connections') ORDER BY name`,
    );
    expect(settings).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'full_page_writes', setting: 'on' },
      { name: 'max_connections', setting: '60' },
      { name: 'synchronous_commit', setting: 'on' },
    ]);
  });

  it('listens only on a socket in a private folder, behind a password that only its owner can read', async () => {
    const server = await start();
    expect(await sql(server, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(statSync(socketFolderOf(server)).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    const stranger = new URL(server.connectionString);
    stranger.password = 'guessed';
    await expect(sql({ connectionString: stranger.href }, 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
  });

  it('given an application that exits without a stop, ends too and needs no recovery', async () => {
    const child = await startInChild({ afterwards: 'process.exit(0);' });
    await untilGone(child.server.pid);
    const lines: string[] = [];
    await start({ serverLog: (line) => lines.push(line) });
    expect(lines.join('\n')).toContain('database system was shut down');
    expect(lines.join('\n')).not.toContain('recovery');
  });
});

describe('after a crash', () => {
  it('given a killed application, shuts its orphaned server down and keeps every committed row', async () => {
    const child = await startInChild();
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    await kill(child.process);
    expect(identifyProcess(child.server.pid)).toBeDefined();

    const server = await start();
    expect(identifyProcess(child.server.pid)).toBeUndefined();
    expect(messages).toContain('shutting down the database server that a crash has left running');
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    expect(() => statSync(socketFolderOf(child.server))).toThrow('ENOENT');
  });

  it('given an orphaned server that is stopped (SIGSTOP), shuts it down as well', async () => {
    const child = await startInChild();
    process.kill(child.server.pid, 'SIGSTOP');
    await kill(child.process);
    await start();
    expect(identifyProcess(child.server.pid)).toBeUndefined();
  });

  it('given application and server killed at once in the middle of a statement, recovers', async () => {
    const child = await startInChild();
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    const busy = sql(child.server, `INSERT INTO note SELECT 2 FROM generate_series(1, 1000000000)`).catch(
      () => undefined,
    );
    await untilTrue(
      child.server,
      `SELECT count(*) > 0 AS yes FROM pg_stat_activity WHERE query LIKE 'INSERT INTO note%'`,
    );
    process.kill(child.server.pid, 'SIGKILL');
    await kill(child.process);

    const server = await start();
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    await busy;
  });

  it('given a process number in postmaster.pid that now belongs to a stranger, starts all the same', async () => {
    const child = await startInChild();
    process.kill(child.server.pid, 'SIGKILL');
    await kill(child.process);
    const file = path.join(dataDir, 'cluster', 'postmaster.pid');
    const stranger = spawn('sleep', ['600'], { ...sameUserAs(file), cwd: '/' });
    children.push(stranger);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));

    await start();
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  });

  it('given a server that dies alone, tells the application, and restarts under the same address', async () => {
    const died = Promise.withResolvers<string>();
    const server = await start({ onUnexpectedExit: died.resolve });
    await sql(server, 'CREATE TABLE note AS SELECT 1 AS kept');
    const before = server.pid;
    process.kill(server.pid, 'SIGKILL');
    expect(await died.promise).toBe('ended by SIGKILL');

    await server.restart();
    expect(server.pid).not.toBe(before);
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });

  it('given an orderly stop, does not report an unexpected exit', async () => {
    const reports: string[] = [];
    const server = await start({ onUnexpectedExit: (reason) => reports.push(reason) });
    await server.stop();
    expect(reports).toEqual([]);
  });

  it('given a creation that was cut off, begins anew and cleans up', async () => {
    mkdirSync(path.join(dataDir, 'cluster-draft-0badcafe'), { recursive: true });
    writeFileSync(path.join(dataDir, 'cluster-draft-0badcafe', 'PG_VERSION'), '18\n');
    const server = await start();
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
    expect(() => statSync(path.join(dataDir, 'cluster-draft-0badcafe'))).toThrow('ENOENT');
  });
});

describe('folders', () => {
  it('works in a folder whose path has more than 200 characters', async () => {
    dataDir = path.join(playground, 'a'.repeat(100), 'b'.repeat(100), 'data');
    const server = await start();
    expect(server.dataDir).toBe(dataDir);
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
  });

  asRoot(
    'given a private folder that the server can not reach, moves to the system folder, says so, and stays',
    async () => {
      const home = path.join(playground, 'private-home');
      mkdirSync(home, { mode: 0o700 });
      dataDir = path.join(home, 'clone', '.svc', 'postgres');
      const first = await start();
      expect(first.dataDir.startsWith(`${system}/`)).toBe(true);
      expect(messages.join('\n')).toContain(`can't reach ${dataDir}; the database is in ${first.dataDir}`);
      expect(readFileSync(path.join(first.dataDir, 'belongs-to'), 'utf8').trim()).toBe(dataDir);
      await sql(first, 'CREATE TABLE note AS SELECT 1 AS kept');
      await first.stop();

      chmodSync(home, 0o755); // within reach from now on: the data must not seem to be gone
      const second = await start();
      expect(second.dataDir).toBe(first.dataDir);
      expect(await sql(second, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
    },
  );

  asRoot('given two private folders, keeps their databases apart', async () => {
    const home = path.join(playground, 'private-pair');
    mkdirSync(home, { mode: 0o700 });
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => start({ dataDir: path.join(home, name) })),
    );
    expect(one?.dataDir).not.toBe(two?.dataDir);
  });

  asRoot(
    'given a database that has moved out of the reach of its user, refuses instead of starting an empty one',
    async () => {
      const home = path.join(playground, 'closed-later');
      mkdirSync(home, { mode: 0o755 });
      dataDir = path.join(home, 'data');
      await (await start()).stop();
      chmodSync(home, 0o700);
      expect((await rejection(start())).message).toMatch(/out of reach of its user .*\(chmod o\+x\)/);
    },
  );

  it('given a folder that can not be made, says so in one sentence', async () => {
    writeFileSync(path.join(playground, 'a-file'), '');
    const { message } = await rejection(start({ dataDir: path.join(playground, 'a-file', 'data') }));
    expect(message).toMatch(
      /^The data folder .*a-file\/data can't be written \(ENOTDIR\): .*SVC_DATA_DIR\.$/,
    );
  });

  it('given a folder without its password file, says so instead of failing later', async () => {
    await (await start()).stop();
    rmSync(path.join(dataDir, 'password'));
    expect((await rejection(start())).message).toMatch(/password file .* is missing/);
  });
});

describe('a second start on the same folder', () => {
  it('given the same application, is refused and leaves the first alone', async () => {
    const server = await start();
    expect((await rejection(start())).message).toMatch(/already in use by this process itself/);
    expect(await sql(server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
  });

  it('given another application, is refused with its process number until that one ends', async () => {
    const child = await startInChild();
    const { message } = await rejection(start());
    expect(message).toContain(`${dataDir} is already in use by process ${child.process.pid}: stop it first`);
    expect(await sql(child.server, 'SELECT 1 AS works')).toEqual([{ works: 1 }]);
    await kill(child.process);
    await start();
  });
});

describe('as an ordinary user', () => {
  const becomeUser = () => becomeOrdinaryUser(path.join(playground, 'repository'));

  asRoot('runs under that user, whose files stay usable for root', async () => {
    const user = becomeUser();
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, user.identity.uid ?? 0, user.identity.gid ?? 0);
    const child = await startInChild({ user });
    expect(statSync(path.join(dataDir, 'cluster')).uid).toBe(user.identity.uid);
    expect(statSync(`/proc/${child.server.pid}`).uid).toBe(user.identity.uid);
    await sql(child.server, 'CREATE TABLE note AS SELECT 1 AS kept');
    await kill(child.process);

    chmodSync(dataDir, 0o711);
    const server = await start(); // as root: the server still runs as the owner of its files
    expect(statSync(`/proc/${server.pid}`).uid).toBe(user.identity.uid);
    expect(await sql(server, 'SELECT kept FROM note')).toEqual([{ kept: 1 }]);
  });

  asRoot('given a folder of somebody else, says so in one sentence', async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    expect((await rejection(startInChild({ user: becomeUser() }))).message).toMatch(
      /can't be written \(EACCES\): make it writable/,
    );
  });
});

function socketFolderOf(server: { connectionString: string }): string {
  return new URL(server.connectionString).searchParams.get('host') ?? '';
}

function sameUserAs(file: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(file);
  return isRoot ? { uid, gid } : {};
}

async function untilGone(pid: number): Promise<void> {
  while (identifyProcess(pid)) await new Promise((resolve) => setImmediate(resolve));
}

async function untilTrue(server: { connectionString: string }, text: string): Promise<void> {
  while ((await sql(server, text))[0]?.['yes'] !== true);
}
