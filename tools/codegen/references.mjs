// Makes the `references` of each tsconfig.json equal to the workspace packages that its package.json depends on, and those
// of the root's to all packages.
// node tools/codegen/references.mjs [--check]: with --check nothing is written, and a difference fails.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root, workspacePackages } from '../workspace/packages.mjs';

const isCheck = process.argv.includes('--check');
const packages = workspacePackages();
const wrong = [];

const withSources = packages.filter(({ folder }) => existsSync(path.join(folder, 'tsconfig.json')));
const everything = {
  folder: root,
  manifest: { dependencies: Object.fromEntries(withSources.map(({ manifest }) => [manifest.name, '*'])) },
};

for (const { folder, manifest } of [everything, ...withSources]) {
  const file = path.join(folder, 'tsconfig.json');
  const text = readFileSync(file, 'utf8');
  const config = JSON.parse(text);
  const dependencies = new Set(Object.keys(manifest.dependencies ?? {}));
  const references = withSources
    .filter((other) => dependencies.has(other.manifest.name))
    .map((other) => ({ path: path.relative(folder, other.folder) }));
  const wanted = await format(
    JSON.stringify({ ...config, references: references.length > 0 ? references : undefined }),
    {
      ...(await resolveConfig(file)),
      filepath: file,
    },
  );
  if (wanted === text) continue;
  wrong.push(path.relative(process.cwd(), file));
  if (!isCheck) writeFileSync(file, wanted);
}

if (wrong.length > 0 && isCheck) {
  console.error(
    `References differ from package.json in ${wrong.join(', ')}: run node tools/codegen/references.mjs`,
  );
  process.exitCode = 1;
} else if (wrong.length > 0) {
  console.log(`Wrote ${wrong.join(', ')}`);
}
