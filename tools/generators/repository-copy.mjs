// A copy of this repository in a temporary folder, for tests that write into it. Packages resolve to the copy's own.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const left = new Set(['node_modules', '.git', '.nx', '.svc', 'dist', 'out-tsc', 'test-results']);

/** @returns {{ folder: string, link: () => void, remove: () => void }} `link` makes new packages resolvable. */
export function copyRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-copy-'));
  cpSync(root, folder, { recursive: true, filter: (source) => !left.has(path.basename(source)) });
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name !== '@svc') symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  const link = () => {
    const own = path.join(modules, '@svc');
    rmSync(own, { recursive: true, force: true });
    mkdirSync(own);
    for (const name of readdirSync(path.join(folder, 'libs'))) {
      symlinkSync(path.join(folder, 'libs', name), path.join(own, name));
    }
  };
  link();
  return { folder, link, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
