// Compiles the package in the current folder: src/ to dist/, which then holds nothing else. In this process, with the
// settings of .swcrc: to start SWC's own command takes longer than most packages do.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformFileSync } from '@swc/core';
import { root } from '../workspace/packages.mjs';

rmSync('dist', { recursive: true, force: true });
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith('.spec.ts')) continue;
  const source = path.join(entry.parentPath, entry.name);
  const folder = path.join('dist', path.relative('src', entry.parentPath));
  mkdirSync(folder, { recursive: true });
  if (entry.name.endsWith('.ts')) compile(source, folder);
  else copyFileSync(source, path.join(folder, entry.name));
}

function compile(source, folder) {
  const name = `${path.basename(source, '.ts')}.js`;
  const { code, map } = transformFileSync(source, {
    ...{ swcrc: false, configFile: path.join(root, '.swcrc') },
    sourceFileName: path.relative(folder, source),
  });
  writeFileSync(path.join(folder, name), `${code}\n//# sourceMappingURL=${name}.map`);
  writeFileSync(path.join(folder, `${name}.map`), map);
}
