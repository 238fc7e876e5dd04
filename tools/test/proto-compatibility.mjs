import { spawnSync } from 'node:child_process';
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
  // Named by its full hash: buf looks a shorter one up as a branch.
  const found = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (found.status === 0) return found.stdout.trim();
  if (holdsHistory(folder))
    throw new Error(`${baselineFile} names ${ref}, which is no commit of this repository.`);
  console.error(`Contracts are not compared with those of ${ref}: this checkout has no history.`);
  return undefined;
}

/** False in a shallow clone, and in a copy without git. */
function holdsHistory(folder) {
  const { stdout } = spawnSync('git', ['rev-parse', '--is-shallow-repository'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout.trim() === 'false';
}

function isAncestor(one, other, folder) {
  return spawnSync('git', ['merge-base', '--is-ancestor', one, other], { cwd: folder }).status === 0;
}

function breaking(ref) {
  return [path.join(root, 'node_modules/.bin/buf'), 'breaking', '--against', `.git#ref=${ref}`];
}
