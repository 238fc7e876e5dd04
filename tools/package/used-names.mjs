import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which packages are named in built code, by an import or by a look-up of their files. Nx's graph knows sources alone:
 * what generated code imports is not in it, and what tests import is.
 * @param {readonly string[]} folders of built code
 * @param {readonly string[]} names of packages
 * @returns {string[]} in the order of `names`
 */
export function usedNames(folders, names) {
  const code = folders
    .flatMap((folder) => globSync('**/*.js', { cwd: folder }).map((file) => path.join(folder, file)))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  return names.filter((name) => new RegExp(`["'\`]${name}["'\`/]`).test(code));
}
