import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

/** Holds the commit since which contracts are kept: events that it can write are read for ever. Empty: none was published. */
export const baselineFile = 'proto/compatible-since';

/**
 * Services of two versions meet during a deployment, and events are for ever: a contract only grows, from the published
 * one on. What was added to it since is kept by comparing each change with the commit that it builds on.
 * @param {{ base?: string, folder?: string }} where `base`: the commit that a change builds on
 * @returns {[name: string, command: string[]][]} none before a contract was published
 */
export function compatibilityChecks({ base, folder = root } = {}) {
  const published = publishedCommit(folder);
  if (!published) return [];
  const isLater = base !== undefined && isAncestor(published, base, folder);
  return [
    ['proto compatibility with what was published', breaking(published)],
    ...(isLater ? [['proto compatibility with what the change builds on', breaking(base)]] : []),
  ];
}

function publishedCommit(folder) {
  const lines = readFileSync(path.join(folder, baselineFile), 'utf8').split('\n');
  const ref = lines.find((line) => line.trim() !== '' && !line.startsWith('#'))?.trim();
  if (!ref) return undefined;
  if (!holdsHistory(folder)) {
    console.error(
      `Without its history this checkout can't tell whether contracts have only grown since ${ref}.`,
    );
    return undefined;
  }
  // Named by its full hash: buf looks a shorter one up as a branch.
  return execFileSync('git', ['rev-parse', '--verify', `${ref}^{commit}`], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
}

/** False in a shallow clone, and in a copy of the files alone. */
function holdsHistory(folder) {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 && stdout.trim() === 'false';
}

function isAncestor(one, other, folder) {
  return spawnSync('git', ['merge-base', '--is-ancestor', one, other], { cwd: folder }).status === 0;
}

function breaking(ref) {
  return [path.join(root, 'node_modules/.bin/buf'), 'breaking', '--against', `.git#ref=${ref}`];
}
