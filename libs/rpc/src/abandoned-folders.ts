import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

/** How old a folder without a server must be to count as abandoned: services listen soon after they create it. */
const servedWithinMs = 10 * 60_000;
/** As `createSocketFolder` names them. */
const folderName = /^svc-(\d+-[0-9a-f]{12}|[A-Za-z0-9]{6})$/;

/**
 * Removes the socket folders of killed processes whose installation was never started again. Keeps folders of other
 * users, folders with other files than sockets, and new ones that may be used soon.
 */
export async function removeAbandonedFolders(own: string, nowMs: number): Promise<void> {
  const base = path.dirname(own);
  const uid = lstatSync(own).uid;
  for (const name of readdirSync(base).filter((entry) => folderName.test(entry))) {
    const folder = path.join(base, name);
    if (folder === own) continue;
    const found = lstatSync(folder, { throwIfNoEntry: false });
    const isOld = found !== undefined && nowMs - found.mtimeMs > servedWithinMs;
    if (isOld && found.isDirectory() && found.uid === uid) await removeUnserved(folder);
  }
}

async function removeUnserved(folder: string): Promise<void> {
  try {
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    for (const file of files) if (!(await isLeftSocket(file))) return;
    for (const file of files) unlinkSync(file);
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another start was faster, or has just begun to use it.
    if (code !== 'ENOENT' && code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}

async function isLeftSocket(file: string): Promise<boolean> {
  return lstatSync(file).isSocket() && (await connectionRejection(file)) === 'ECONNREFUSED';
}

/** The error code, or undefined if a server listens there. */
function connectionRejection(file: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
  });
}
