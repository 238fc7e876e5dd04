import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** All workspace packages: `{ folder (absolute), manifest (package.json) }`, sorted by folder. */
export function workspacePackages() {
  return ['apps', 'libs']
    .flatMap((parent) => readdirSync(path.join(root, parent)).map((name) => path.join(root, parent, name)))
    .filter((folder) => existsSync(path.join(folder, 'package.json')))
    .sort()
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')),
    }));
}
