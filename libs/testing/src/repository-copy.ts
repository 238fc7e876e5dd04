import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../../..');
/** What running needs, from sources as well as from the build. */
const parts = ['node_modules', 'libs', 'apps', 'test', 'package.json', '.swcrc'];

/**
 * Puts a copy of this repository, packages and build included, into `folder` (made when missing): the product as it
 * stands in somebody else's home. Files are hard links where the file system allows, which takes two seconds, so
 * nothing in the copy may be written.
 */
export function copyRepository(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const sources = parts.map((part) => path.join(repository, part));
  try {
    execFileSync('cp', ['-al', ...sources, folder], { stdio: 'ignore' });
  } catch {
    // Another file system, or a cp that knows no links.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('cp', ['-a', ...sources, folder], { stdio: 'inherit' });
  }
}

/** A user without rights, and a copy of the repository that this user can read. */
export interface OrdinaryUser {
  /** For `spawn`; empty when the tests themselves run as an ordinary user. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
  readonly repository: string;
  /** The Node that this user can run; it may come with the repository's packages. */
  readonly node: string;
}

/** Root's tests act as `nobody`; a repository in a private home is copied into `folder` for that user, once. */
export function becomeOrdinaryUser(folder: string): OrdinaryUser {
  if (process.getuid?.() !== 0) return { identity: {}, repository, node: process.execPath };
  const identity = { uid: numberOfNobody('-u'), gid: numberOfNobody('-g') };
  if (canRead(identity, repository)) return { identity, repository, node: process.execPath };
  if (!existsSync(folder)) copyRepository(folder);
  const within = path.relative(repository, process.execPath);
  const node = within.startsWith('..') ? process.execPath : path.join(folder, within);
  return { identity, repository: folder, node };
}

function numberOfNobody(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}

function canRead(identity: { uid: number; gid: number }, folder: string): boolean {
  try {
    execFileSync('/bin/sh', ['-c', 'cat "$1"/package.json', 'sh', folder], {
      ...identity,
      cwd: '/',
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
