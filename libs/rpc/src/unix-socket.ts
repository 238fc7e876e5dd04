import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, mkdtempSync, rmdirSync, unlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAbandonedFolders } from './abandoned-folders.js';

/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the final NUL. */
const maxSocketPath = 103;
/** Room for `/svc-1000-0123456789ab/conversations.sock`. */
const maxBaseFolder = 60;

const prefix = 'unix://';

/** The file of a `unix:///…` address, or `undefined` for a network address. */
export function socketPathOf(address: string): string | undefined {
  if (!address.startsWith('unix:')) return undefined;
  return address.startsWith(prefix) ? address.slice(prefix.length) : address.slice('unix:'.length);
}

/**
 * Prepares the path for a server: removes the file of a killed process.
 * @throws Error if the path is too long, or a living server listens on it.
 */
export async function prepareSocketPath(file: string): Promise<void> {
  if (Buffer.byteLength(file) > maxSocketPath) {
    throw new Error(
      `The socket path ${file} is longer than ${maxSocketPath} bytes; choose a shorter folder.`,
    );
  }
  if (!isSocket(file)) return;
  if (await isListening(file)) throw new Error(`Another process already listens on ${file}.`);
  removeSocket(file);
}

function removeSocket(file: string): void {
  if (isSocket(file)) unlinkSync(file);
}

export interface SocketFolder {
  /** `unix:///…/<name>.sock`, for `startRpcServer` and `createClient`. */
  address(name: string): string;
  /** Removes the folder, unless it still has sockets of another process or a killed one. */
  remove(): void;
  /** Removes the folders that killed processes left. */
  removeAbandoned(nowMs: number): Promise<void>;
}

/**
 * A folder for the sockets of one installation, short and 0700, under the system's temp folder. The same `key` (such as
 * the data folder) gives the same folder, so a restart after a crash finds and clears the rest. If others can access a
 * folder of that name, a new one with a random name is used.
 */
export function createSocketFolder(key: string): SocketFolder {
  const base = Buffer.byteLength(tmpdir()) > maxBaseFolder ? '/tmp' : tmpdir();
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const wanted = path.join(base, `svc-${process.getuid?.() ?? 0}-${digest}`);
  const folder = ensurePrivateFolder(wanted) ? wanted : mkdtempSync(path.join(base, 'svc-'));
  return {
    address: (name) => `${prefix}${path.join(folder, `${name}.sock`)}`,
    remove: () => removeEmptyFolder(folder),
    removeAbandoned: (nowMs) => removeAbandonedFolders(folder, nowMs),
  };
}

function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}

function ensurePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  }
}

function isSocket(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSocket() === true;
}

function isListening(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
