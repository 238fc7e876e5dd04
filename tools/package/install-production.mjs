import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';

const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];

/** Parts of packages that nothing here uses: some 145 MB. */
const unneeded = [
  'node_modules/node-*/include', // headers, only needed to compile addons in C++
  'node_modules/node-*/share', // manual pages
  // The compilers of queries for other databases, and the smaller but slower ones for ours.
  'node_modules/@prisma/client/runtime/query_compiler_fast_bg.{cockroachdb,mysql,sqlite,sqlserver}.*',
  'node_modules/@prisma/client/runtime/query_compiler_small_bg.*',
  // Other builds of the viewer at /docs, source maps, and its own page.
  'node_modules/swagger-ui-dist/{*.map,*.html,*.png,log.*,index.*,absolute-path.js,oauth2-redirect.*}',
  'node_modules/swagger-ui-dist/swagger-{initializer.js,ui.js,ui-es-*}',
];

/**
 * Removes from the lock file what the manifests no longer need, so that no version is another than the tested one,
 * and installs the rest.
 * @returns {boolean} whether it succeeded
 */
export function installProduction(folder) {
  const succeeded =
    npm(folder, 'install', '--package-lock-only', '--ignore-scripts', ...quietly) &&
    npm(folder, 'ci', '--omit=dev', ...quietly);
  if (succeeded) for (const file of globSync(unneeded, { cwd: folder })) remove(path.join(folder, file));
  return succeeded;
}

function remove(file) {
  rmSync(file, { recursive: true });
}

/** The npm that runs this command. What goes to standard output is for people, and no result. */
function npm(cwd, ...args) {
  const script = process.env.npm_execpath;
  const [command, ...first] = script ? [process.execPath, script] : ['npm'];
  return spawnSync(command, [...first, ...args], { cwd, stdio: ['ignore', 2, 2] }).status === 0;
}
