// Makes the `references` of each tsconfig.json equal to the workspace packages that its package.json depends on.
// node tools/codegen/references.mjs [--check]: with --check nothing is written, and a difference fails.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { workspacePackages } from '../workspace/packages.mjs';

const isCheck = process.argv.includes('--check');
const packages = workspacePackages();
const wrong = [];

for (const { folder, manifest } of packages) {
  const file = path.join(folder, 'tsconfig.json');
  if (!existsSync(file)) continue;
  const text = readFileSync(file, 'utf8');
  const config = JSON.parse(text);
  const dependencies = new Set(Object.keys(manifest.dependencies ?? {}));
  const references = packages
    .filter(
      (other) =>
        dependencies.has(other.manifest.name) && existsSync(path.join(other.folder, 'tsconfig.json')),
    )
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
