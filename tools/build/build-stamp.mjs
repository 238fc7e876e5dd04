// Whether the build still matches the sources. Without its daemon Nx writes all outputs again from its cache,
// even correct ones, under processes that run from them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, workspacePackages } from '../workspace/packages.mjs';

const stampFile = path.join(root, '.nx/built');
const outputs = new Set(['dist', 'out-tsc', 'node_modules', 'gen']);
const files = ['package-lock.json', 'nx.json', '.swcrc', 'buf.yaml', 'buf.gen.yaml'];
const folders = ['apps', 'libs', 'proto', 'tools/build', 'tools/codegen'];

export function isBuilt() {
  if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== fingerprint()) return false;
  return workspacePackages()
    .filter(({ manifest }) => manifest.nx?.targets?.build)
    .every(({ folder }) => existsSync(path.join(folder, 'dist')));
}

export function markBuilt() {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, fingerprint());
}

/** Name, size and time of each source file. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  const add = (file) => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`);
  };
  const walk = (folder) => {
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      const here = path.join(folder, entry.name);
      if (entry.isFile()) add(here);
      else if (entry.isDirectory() && !outputs.has(entry.name)) walk(here);
    }
  };
  for (const file of files) add(path.join(root, file));
  for (const folder of folders) walk(path.join(root, folder));
  return hash.digest('hex');
}
