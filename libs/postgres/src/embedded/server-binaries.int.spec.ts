import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { locatePackage, prepareBinaries, type InstalledServer } from './server-binaries.js';
import { chooseServerUser } from './server-user.js';

const isRoot = process.getuid?.() === 0;
/** Cases that only root can be in; for another user they don't exist. */
const asRoot = (name: string, test: () => Promise<void>) => (isRoot ? it(name, test) : undefined);

/** A copy of the installed package that the tests may damage; `links` are those that its install script makes. */
let playground: string;
let installed: InstalledServer;
let copies: string;
let messages: string[];

beforeAll(() => {
  playground = mkdtempSync(path.join(os.tmpdir(), 'svc-binaries-'));
  chmodSync(playground, 0o755);
  const { root, version } = locatePackage();
  installed = { root: path.join(playground, 'package'), version };
  cpSync(root, installed.root, { recursive: true, verbatimSymlinks: true });
});
afterAll(() => rmSync(playground, { recursive: true, force: true }));

let count = 0;
beforeEach(() => {
  count += 1;
  copies = path.join(playground, `copies-${count}`);
  messages = [];
});

const user = chooseServerUser('/nonexistent');
const prepare = (from = installed) =>
  prepareBinaries(user, copies, (message) => messages.push(message), from);

describe('the binaries of the server', () => {
  it('given a package that its user can run, are used where they are', async () => {
    const { postgres } = await prepare();
    expect(postgres.startsWith(`${installed.root}/`)).toBe(true);
    expect(existsSync(copies)).toBe(false);
    expect(messages).toEqual([]);
  });

  it('given a package whose install script was skipped, get their links restored', async () => {
    const libraries = path.join(installed.root, 'native', 'lib');
    const links = readdirSync(libraries).filter((name) =>
      lstatSync(path.join(libraries, name)).isSymbolicLink(),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) rmSync(path.join(libraries, link));

    await prepare();

    const restored = readdirSync(libraries).filter((name) =>
      lstatSync(path.join(libraries, name)).isSymbolicLink(),
    );
    expect(restored.sort()).toEqual(links.sort());
  });

  it('are tried without our environment, which other processes of their user could read', async () => {
    const told = path.join(playground, 'told');
    mkdirSync(told, { mode: 0o777 });
    chmodSync(told, 0o777);
    const root = path.join(playground, 'curious');
    cpSync(
      path.join(installed.root, 'native', 'pg-symlinks.json'),
      path.join(root, 'native', 'pg-symlinks.json'),
    );
    mkdirSync(path.join(root, 'native', 'bin'));
    const program = path.join(root, 'native', 'bin', 'postgres');
    writeFileSync(program, `#!/bin/sh\nenv > ${told}/environment\n`, { mode: 0o755 });
    process.env['SVC_MODEL_API_KEY'] = 'sk-secret';
    try {
      await prepare({ ...installed, root });
    } finally {
      delete process.env['SVC_MODEL_API_KEY'];
    }
    const environment = readFileSync(path.join(told, 'environment'), 'utf8');
    expect(environment).toContain('PATH=');
    expect(environment).not.toContain('sk-secret');
  });

  asRoot('given a package in a private folder, are copied once, whole, and the copy runs', async () => {
    const home = path.join(playground, 'private');
    mkdirSync(home, { mode: 0o700 });
    cpSync(installed.root, path.join(home, 'package'), { recursive: true, verbatimSymlinks: true });
    const hidden = { ...installed, root: path.join(home, 'package') };

    const first = await prepare(hidden);
    const second = await prepare(hidden);

    expect(first.postgres).toBe(path.join(copies, `server-${installed.version}`, 'native/bin/postgres'));
    expect(second).toEqual(first);
    expect(messages).toEqual([expect.stringContaining('Copying the database server to')]);
    expect(readdirSync(copies)).toEqual([`server-${installed.version}`]);
    expect(execFileSync(first.postgres, ['--version'], { ...user, cwd: '/' }).toString()).toMatch(
      /^postgres \(/,
    );
  });

  it('given binaries that do not run on this system, say so and what to do', async () => {
    const broken = { version: 'broken', root: path.join(playground, 'broken') };
    mkdirSync(path.join(broken.root, 'native', 'bin'), { recursive: true });
    writeFileSync(path.join(broken.root, 'native', 'pg-symlinks.json'), '[]');
    writeFileSync(path.join(broken.root, 'native', 'bin', 'postgres'), '#!/nonexistent\n', { mode: 0o755 });
    const error = await prepare(broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(
      /^The embedded database server does not run on this system \(.+\): set DATABASE_URL to a PostgreSQL server of your own\.$/,
    );
  });
});
