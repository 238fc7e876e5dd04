import { execFileSync } from 'node:child_process';
import { root } from '../workspace/packages.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/**
 * @param {readonly string[]} parameters of a command, among them maybe `--base=<commit>`
 * @returns {string} what to compare with: the given commit, else where this branch left main (on main its last commit)
 */
export function baseOf(parameters) {
  const given = parameters.find((parameter) => parameter.startsWith('--base='));
  return given ? given.slice('--base='.length) : git('merge-base', 'main', 'HEAD');
}

/** @returns {readonly string[]} files that differ from the base, from the root, including untracked ones */
export function changedFiles(base) {
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base).split('\n'),
    ...git('ls-files', '--others', '--exclude-standard').split('\n'),
  ].filter((file) => file !== '');
}
