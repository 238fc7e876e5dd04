// Generates what the repository does not keep: code from proto/ and Prisma clients; and what it keeps: the references of
// tsconfig files, docs/configuration.md, docs/api/routes.md, docs/api/events.md and the OpenAPI documents. Last, from these,
// the types of the SDK.
// node tools/codegen/generate.mjs          generates what has changed (cached by Nx)
// node tools/codegen/generate.mjs --check  the same, and fails when what the repository keeps differs from it;
//                                          with SVC_ALL_TESTS=1 also when generating twice gives different code
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { linkPackages } from '../workspace/link-packages.mjs';
import { nx } from '../workspace/nx.mjs';
import { root, workspacePackages } from '../workspace/packages.mjs';

function node(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function generatedFolders() {
  return workspacePackages()
    .filter(({ manifest }) => manifest.nx?.targets?.codegen)
    .flatMap(({ folder }) => ['src/gen', 'src/projections/gen'].map((gen) => path.join(folder, gen)))
    .filter((folder) => existsSync(folder));
}

/** One line per generated file: its hash and its path. */
function fingerprint() {
  return generatedFolders().flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map(
        (file) =>
          `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${path.relative(root, file)}`,
      ),
  );
}

function generateAll(...options) {
  if (!nx('run-many', '-t', 'codegen', '--outputStyle=static', ...options)) process.exit(1);
}

linkPackages();
if (process.argv.includes('--check')) {
  node('tools/codegen/references.mjs', '--check');
}
if (process.argv.includes('--check') && process.env.SVC_ALL_TESTS === '1') {
  generateAll('--skipNxCache');
  const first = fingerprint();
  for (const folder of generatedFolders()) rmSync(folder, { recursive: true });
  generateAll('--skipNxCache');
  const second = new Set(fingerprint());
  const changed = first.filter((line) => !second.has(line));
  if (changed.length > 0 || first.length !== second.size) {
    console.error(`Generating twice gives different code:\n${changed.join('\n')}`);
    process.exitCode = 1;
  } else {
    console.log(`Generated ${first.length} files twice with the same result.`);
  }
} else if (process.argv.includes('--check')) {
  generateAll();
} else {
  node('tools/codegen/references.mjs');
  generateAll();
  node('tools/codegen/configuration-reference.mjs');
  node('tools/codegen/event-reference.mjs');
}
// Always written, because tests of the whole system read the routes.
node('tools/codegen/routes.mjs');
node('tools/codegen/openapi-documents.mjs');
node('tools/codegen/sdk-types.mjs');
