import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '@svc/errors';
import { hasCluster, type DataFolder } from './data-folder.js';
import { serverRole } from './server-address.js';
import type { ServerBinaries } from './server-binaries.js';
import { runAs } from './server-user.js';

const draftPrefix = 'cluster-draft-';

/** Makes the database cluster when there is none yet, and returns the password of `serverRole`. */
export async function ensureCluster(
  folder: DataFolder,
  binaries: ServerBinaries,
  log: (message: string) => void,
): Promise<string> {
  if (hasCluster(folder)) return readPassword(folder.home);
  log('Creating the database …');
  const password = randomBytes(32).toString('base64url');
  writeFileSync(passwordFileIn(folder.home), `${password}\n`, { mode: 0o600, flush: true });
  await initialize(folder, binaries, password);
  return password;
}

function passwordFileIn(home: string): string {
  return path.join(home, 'password');
}

/** @throws StartupError when it is missing */
export function readPassword(home: string): string {
  const file = passwordFileIn(home);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new StartupError(
    `The database's password file ${file} is missing: put it back, or move the folder away to start with an empty database.`,
  );
}

/** The cluster appears under its name only when it is whole, so that a crash in the middle leaves nothing half-made. */
async function initialize(
  { home, cluster, user }: DataFolder,
  binaries: ServerBinaries,
  password: string,
): Promise<void> {
  removeDrafts(home);
  // A unique name: an initdb that outlived its killed application may still write to the previous one.
  const draft = path.join(home, `${draftPrefix}${randomBytes(4).toString('hex')}`);
  const passwordForServer = `${draft}.password`;
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordForServer, `${password}\n`, { mode: 0o600 });
  if (user) {
    chownSync(draft, user.uid, user.gid);
    chownSync(passwordForServer, user.uid, user.gid);
  }
  const options = [
    ['--pgdata', draft],
    ['--username', serverRole],
    ['--pwfile', passwordForServer],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C.UTF-8'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
  ];
  try {
    await promisify(execFile)(binaries.initdb, [...options.flat(), '--no-instructions'], runAs(user));
  } catch (cause) {
    const { stderr, message } = cause as { stderr?: string; message: string };
    throw new StartupError(
      `The database can't be created in ${cluster}: ${explain(stderr?.trim() || message)}`,
      { cause },
    );
  } finally {
    rmSync(passwordForServer, { force: true });
  }
  renameSync(draft, cluster);
}

function removeDrafts(home: string): void {
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(draftPrefix))) {
    rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function explain(output: string): string {
  if (!/could not look up effective user ID/.test(output)) return output.split('\n')[0] ?? output;
  return `user id ${process.getuid?.()} has no entry in /etc/passwd, which the database server needs; run as a named user, or set DATABASE_URL to a server of your own`;
}
