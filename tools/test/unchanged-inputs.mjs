import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const known = path.join(root, 'tools/test/tested-inputs.json');

/** Tests of the tools that take long, and what they depend on: they run when that has changed, or with SVC_ALL_TESTS=1. */
const suites = {
  'tools/generators/generate.int.spec.mjs': [
    ...['tools/generators', 'tools/codegen', 'tools/workspace', 'tools/test/jest'],
    ...['package-lock.json', 'eslint.config.mjs', 'tsconfig.base.json', 'buf.yaml', '.prettierrc.json'],
    // Where generated code is added.
    ...['libs/gateway/src/classic', 'libs/gateway/src/platform', 'libs/gateway/src/controllers.ts'],
    ...['agents', 'conversations', 'identity', 'memory', 'webhooks', 'workspaces'].map(
      (name) => `libs/${name}/src/adapters/event-types.ts`,
    ),
  ],
  'tools/test/check.int.spec.mjs': ['tools/test', 'tools/generators/repository-copy.mjs', 'nx.json'],
  'test/e2e/first-install.e2e.spec.ts': [
    ...['tools/bootstrap', 'tools/build', 'tools/codegen', 'tools/workspace', 'tools/start'],
    ...['package.json', 'package-lock.json', 'nx.json', 'buf.yaml', 'buf.gen.yaml'],
  ],
  'test/e2e/package.e2e.spec.ts': ['tools/package', 'tools/build', 'package.json', 'package-lock.json'],
};
const ignored = new Set(['node_modules', 'gen', path.basename(known), 'budgets.json']);

/** @returns {string[]} suites with the same inputs as in the last whole run */
export function unchangedSuites() {
  const tested = existsSync(known) ? JSON.parse(readFileSync(known, 'utf8')) : {};
  return Object.keys(suites).filter(
    (suite) => existsSync(path.join(root, suite)) && tested[suite] === hashOf(suite),
  );
}

/** Notes that all of them are green with what they depend on now. */
export function noteInputs() {
  const tested = Object.fromEntries(Object.keys(suites).map((suite) => [suite, hashOf(suite)]));
  writeFileSync(known, `${JSON.stringify(tested, null, 2)}\n`);
}

function hashOf(suite) {
  const hash = createHash('sha256');
  for (const input of [suite, ...suites[suite]]) add(hash, path.join(root, input));
  return hash.digest('hex').slice(0, 16);
}

function add(hash, file) {
  if (ignored.has(path.basename(file))) return;
  if (statSync(file).isDirectory())
    for (const name of readdirSync(file).sort()) add(hash, path.join(file, name));
  else hash.update(path.relative(root, file)).update(readFileSync(file));
}
