import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';

const known = path.join(root, 'tools/test/tested-inputs.json');

const kafka = [
  ...['tools/kafka', 'tools/start', 'package-lock.json'],
  ...['libs/testing/src/kafka-cluster', 'libs/kafka-client/src'],
];
/** Long tests of the tools, and their inputs: they run when an input has changed, or with SVC_ALL_TESTS=1. */
const suites = {
  'tools/generators/generate.int.spec.mjs': [
    ...['tools/generators', 'tools/codegen', 'tools/workspace', 'tools/test/jest'],
    ...['package-lock.json', 'eslint.config.mjs', 'tsconfig.base.json', 'buf.yaml', '.prettierrc.json'],
    // Where generated code is added, and what that imports.
    ...['classic', 'platform', 'route', 'wire', 'controllers.ts', 'services.ts'].map(
      (name) => `libs/gateway/src/${name}`,
    ),
    ...['agents', 'conversations', 'identity', 'memory', 'webhooks', 'workspaces', 'world'].flatMap(
      (name) => [`libs/${name}/src/adapters/event-types.ts`, `libs/${name}/src/${name}.module.ts`],
    ),
  ],
  'tools/test/check.int.spec.mjs': ['tools/test', 'tools/generators/repository-copy.mjs', 'nx.json'],
  'tools/clients/foreign-generators.clients.spec.mjs': [
    ...['tools/clients', 'docs/api/classic.openapi.json', 'docs/api/platform.openapi.json'],
  ],
  'test/e2e/first-install.e2e.spec.ts': [
    ...['tools/bootstrap', 'tools/build', 'tools/codegen', 'tools/workspace', 'tools/start'],
    ...['package.json', 'package-lock.json', 'nx.json', 'buf.yaml', 'buf.gen.yaml'],
  ],
  'tools/kafka/kafka.kafka.spec.mjs': kafka,
  'tools/start/find-kafka.kafka.spec.mjs': kafka,
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

/** Records that all of them passed with their present inputs. */
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
