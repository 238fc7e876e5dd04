// Generators of other projects, each with the same task: a client of a document, in Python.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';
import { root } from '../workspace/packages.mjs';
import { installPythonPackages } from '../workspace/python-packages.mjs';

const openApiGenerator = { group: 'org.openapitools', name: 'openapi-generator-cli', version: '7.14.0' };

/** A stream is read from the raw response: docs/api/clients.md. */
const pythonClientConfiguration =
  'content_type_overrides:\n  application/x-ndjson: application/octet-stream\n';

const say = (sentence) => console.error(sentence);

/**
 * What runs the generators. Fetched once.
 * @returns {{ commands: string, jar: string }} `commands`: the folder with those of Python
 */
export function installGenerators() {
  const requirements = path.join(import.meta.dirname, 'requirements.txt');
  return {
    commands: installPythonPackages({ name: 'client-generators', requirements, say }),
    jar: fetchJar(openApiGenerator),
  };
}

/** From the registry that Maven is configured for. */
function fetchJar({ group, name, version }) {
  const cache = downloadsOf(dataFolderOf(root));
  const jar = path.join(cache, `${name}-${version}.jar`);
  if (existsSync(jar)) return jar;
  say(`Fetching ${name} with Maven (once) …`);
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  const goal = ['dependency:copy', `-Dartifact=${group}:${name}:${version}`, `-DoutputDirectory=${draft}`];
  const { status } = spawnSync('mvn', ['-q', '-B', ...goal], { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) renameSync(path.join(draft, path.basename(jar)), jar);
  rmSync(draft, { recursive: true, force: true });
  if (status !== 0)
    throw new Error(`Fetching ${name} failed (mvn, see above): check the network and the settings of Maven.`);
  return jar;
}

/**
 * Name → generates a client into a folder. What is made is a package `client`, or a module, of that folder.
 * @type {Record<string, (made: { document: string, folder: string, commands: string, jar: string }) => string>} gives what
 *   the generator printed. @throws Error with that if it failed
 */
export const generators = {
  'OpenAPI Generator': ({ document, folder, jar }) =>
    run('java', [
      '-jar',
      jar,
      'generate',
      '-g',
      'python',
      '-i',
      document,
      '-o',
      folder,
      '--package-name',
      'client',
    ]),
  'openapi-python-client': ({ document, folder, commands }) => {
    const configuration = path.join(folder, 'config.yml');
    writeFileSync(configuration, pythonClientConfiguration);
    const into = ['--output-path', path.join(folder, 'client'), '--meta', 'none', '--fail-on-warning'];
    const parameters = ['generate', '--path', document, '--config', configuration, ...into];
    // It formats with ruff.
    const env = { ...process.env, PATH: `${commands}${path.delimiter}${process.env.PATH}` };
    return run(path.join(commands, 'openapi-python-client'), parameters, { env });
  },
  'datamodel-codegen': ({ document, folder, commands }) =>
    run(path.join(commands, 'datamodel-codegen'), [
      ...['--input', document, '--input-file-type', 'openapi', '--formatters', 'builtin'],
      ...['--output-model-type', 'pydantic_v2.BaseModel', '--output', path.join(folder, 'client.py')],
    ]),
};

/** @returns {string} what it printed. @throws Error with that if it failed */
export function run(command, parameters, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { encoding: 'utf8', ...options });
  const printed = `${stdout ?? ''}${stderr ?? ''}`;
  if (status !== 0) throw new Error(`${path.basename(command)} failed: ${error?.message ?? printed}`);
  return printed;
}
