import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter, type ServerUser } from './server-user.js';

const prefix = 'svc-pg-';
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, the closing zero included (unix(7)). */
const longestSocketPath = 103;
/** Only part of the socket's file name: the server does not listen on the network. */
export const serverPort = 5432;

/** A short new folder for the server's socket that only the server's user (and root) can enter. */
export async function makeSocketFolder(user: ServerUser | undefined): Promise<string> {
  const base = os.tmpdir();
  const socket = path.join(base, `${prefix}XXXXXX`, `.s.PGSQL.${serverPort}`);
  const usable = Buffer.byteLength(socket) <= longestSocketPath && (await canEnter(user, base));
  const folder = mkdtempSync(path.join(usable ? base : '/tmp', prefix));
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** Does nothing to folders that `makeSocketFolder` has not made. */
export function removeSocketFolder(folder: string): void {
  if (path.basename(folder).startsWith(prefix)) rmSync(folder, { recursive: true, force: true });
}
