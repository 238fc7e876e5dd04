import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { canEnter, chooseServerUser, type ServerUser } from './server-user.js';

/** Where the files of one embedded server are. */
export interface DataFolder {
  /** Belongs to the user of this process: lock, password, and inside it the cluster. */
  readonly home: string;
  /** Postgres's own data folder; belongs to the server's user. */
  readonly cluster: string;
  readonly user: ServerUser | undefined;
}

export const systemFolder = '/var/lib/svc';

/**
 * Finds or creates the folder of the database at `dataDir`. When this process is root and the server's user can't get
 * there, the database lives under `systemDir` instead, in a folder named by a hash of `dataDir`; once there it stays
 * there.
 *
 * @throws StartupError when the folder can't be made or entered.
 */
export async function prepareDataFolder(
  dataDir: string,
  log: (message: string) => void,
  systemDir: string = systemFolder,
): Promise<DataFolder> {
  const requested = resolveLinks(path.resolve(dataDir));
  const local = layout(requested);
  if (local.user === undefined) {
    makeFolder(requested, 0o700);
    return local;
  }
  const elsewhere = layoutElsewhere(requested, systemDir);
  if (hasCluster(local)) {
    if (await canEnter(local.user, local.cluster)) return local;
    throw new StartupError(
      `The database in ${local.cluster} is out of reach of its user ${local.user.name}: let others pass through the folders above it (chmod o+x), or choose another folder with SVC_DATA_DIR.`,
    );
  }
  if (!hasCluster(elsewhere) && !(await isOutOfReach(local.user, requested))) {
    makeFolder(requested, 0o711);
    return local;
  }
  makeFolder(systemDir, 0o755);
  makeFolder(elsewhere.home, 0o711);
  writeFileSync(path.join(elsewhere.home, 'belongs-to'), `${requested}\n`);
  log(
    `The database server's user "${local.user.name}" can't reach ${requested}; the database is in ${elsewhere.home}.`,
  );
  return elsewhere;
}

/** The database that `prepareDataFolder` would find, where an earlier start has made one. Makes nothing. */
export function findDataFolder(dataDir: string, systemDir: string = systemFolder): DataFolder | undefined {
  const requested = resolveLinks(path.resolve(dataDir));
  return [layout(requested), layoutElsewhere(requested, systemDir)].find(hasCluster);
}

/** A file in the way is not out of reach: making the folder fails, and says so. */
async function isOutOfReach(user: ServerUser, folder: string): Promise<boolean> {
  const base = nearestExisting(folder);
  return statSync(base).isDirectory() && !(await canEnter(user, base));
}

/** Says in one sentence that a file operation on the data folder failed, and what to do. Other failures stay as they are. */
export function dataFolderError(folder: string, cause: unknown): unknown {
  const { code: reason, syscall } = cause as NodeJS.ErrnoException;
  if (cause instanceof StartupError || reason === undefined || syscall === undefined) return cause;
  return new StartupError(
    `The data folder ${folder} can't be written (${reason}): make it writable for this user, or choose another folder with SVC_DATA_DIR.`,
    { cause },
  );
}

function layout(home: string): DataFolder {
  const cluster = path.join(home, 'cluster');
  return { home, cluster, user: chooseServerUser(cluster) };
}

function layoutElsewhere(requested: string, systemDir: string): DataFolder {
  return layout(path.join(systemDir, createHash('sha256').update(requested).digest('hex').slice(0, 16)));
}

export function hasCluster(folder: Pick<DataFolder, 'cluster'>): boolean {
  return existsSync(path.join(folder.cluster, 'PG_VERSION'));
}

/** Every folder that has to be made gets exactly this mode, whatever the umask; folders that exist stay as they are. */
function makeFolder(folder: string, mode: number): void {
  try {
    for (let missing = nextMissing(folder); missing !== undefined; missing = nextMissing(folder)) {
      makeOneFolder(missing);
      chmodSync(missing, mode);
    }
    mkdirSync(folder, { recursive: true }); // fails when a file stands there
  } catch (cause) {
    throw dataFolderError(folder, cause);
  }
}

/** Only one level: with `recursive` Node hangs on file systems without folders, such as `/proc`. */
function makeOneFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function nextMissing(folder: string): string | undefined {
  if (existsSync(folder)) return undefined;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : (nextMissing(parent) ?? folder);
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}

/** The same folder must give the same name by any path. */
function resolveLinks(folder: string): string {
  const existing = nearestExisting(folder);
  return path.join(realpathSync(existing), path.relative(existing, folder));
}
