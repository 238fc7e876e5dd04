import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { canEnter, type ServerUser } from './server-user.js';

const prefix = 'svc-pg-';
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the closing zero included (unix(7)). */
const maxSocketPath = 103;
/** Only part of the socket's file name: the server does not listen on the network. */
export const serverPort = 5432;
/** Age at which a folder without a server counts as abandoned: normally the launch follows its creation. */
const launchedWithinMs = 10 * 60_000;

export function socketFileIn(folder: string): string {
  return path.join(folder, `.s.PGSQL.${serverPort}`);
}

/** A short new folder for the server's socket that only the server's user (and root) can enter. */
export async function makeSocketFolder(user: ServerUser | undefined): Promise<string> {
  const base = os.tmpdir();
  const socket = socketFileIn(path.join(base, `${prefix}XXXXXX`));
  const usable = Buffer.byteLength(socket) <= maxSocketPath && (await canEnter(user, base));
  const folder = mkdtempSync(path.join(usable ? base : '/tmp', prefix));
  giveTo(user, folder);
  return folder;
}

/**
 * The same folder for another launch, made again where it was removed: connections are opened by its name.
 * @throws StartupError when somebody else has made one of that name
 */
export function renewSocketFolder(folder: string, user: ServerUser | undefined): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    giveTo(user, folder);
  }
  const found = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== (owner ?? found.uid) || (found.mode & 0o077) !== 0)
    throw new StartupError(`The folder of the database's socket, ${folder}, is another's: remove it.`);
  utimesSync(folder, new Date(), new Date()); // it is not left: a server is about to be launched
}

function giveTo(user: ServerUser | undefined, folder: string): void {
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
}

/** Does nothing to folders that `makeSocketFolder` has not made. */
export function removeSocketFolder(folder: string): void {
  if (path.basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Removes neighbouring folders of dead servers, left by killed applications. Keeps folders of other users, and new ones
 * that may be about to be used.
 */
export async function removeAbandonedSocketFolders(own: string, now: number): Promise<void> {
  const base = path.dirname(own);
  const owner = lstatSync(own).uid;
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(prefix))) {
    const folder = path.join(base, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (folder === own || !found?.isDirectory() || found.uid !== owner) continue;
    if (await isAbandoned(folder, now - found.mtimeMs)) removeSocketFolder(folder);
  }
}

async function isAbandoned(folder: string, unchangedMs: number): Promise<boolean> {
  if (unchangedMs < launchedWithinMs) return false;
  const rejection = await connectionRejection(socketFileIn(folder));
  return rejection === 'ECONNREFUSED' || rejection === 'ENOENT';
}

/** The error code, or undefined when a process listens. */
function connectionRejection(socketFile: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(socketFile);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
