import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { StartupError } from '@svc/errors';

/** The user that the server runs as. Postgres refuses to run as root. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Undefined: the server runs as the user of this process. */
export function chooseServerUser(clusterFolder: string): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const owner = ownerOf(clusterFolder);
  if (owner) return users.find((user) => user.uid === owner.uid) ?? { ...owner, name: `user ${owner.uid}` };
  const user = users.find(({ name }) => name === 'postgres') ?? users.find(({ name }) => name === 'nobody');
  if (user) return user;
  throw new StartupError(
    'Postgres does not run as root, and this system has neither a user "postgres" nor "nobody": create one, or set DATABASE_URL to a server of your own.',
  );
}

/** A folder that an ordinary user's server has made is run by that user also when root starts it. */
function ownerOf(clusterFolder: string): { uid: number; gid: number } | undefined {
  const stat = statSync(clusterFolder, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? undefined : { uid: stat.uid, gid: stat.gid };
}

/** Whether the server's user may enter `folder`; asked of the system itself, so that access lists count too. */
export async function canEnter(user: ServerUser | undefined, folder: string): Promise<boolean> {
  return promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], runAs(user)).then(
    () => true,
    () => false,
  );
}

export interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The options of `spawn` that make a child run as `user`. It gets almost nothing of our environment, with its keys and
 * addresses: processes of that user can read it (proc_pid_environ(5)).
 */
export function runAs(user: ServerUser | undefined): RunAs {
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  return { ...identity, cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
}
