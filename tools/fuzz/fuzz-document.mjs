import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { configurationOf } from './configuration.mjs';

const hooks = path.join(import.meta.dirname, 'hooks.py');
/**
 * Findings that are no errors of the product: slow generation or slow responses, and connections that are cut because a
 * rejected body was longer than what is read.
 */
const ofSlowMachines = [
  ...['--suppress-health-check', 'all'],
  ...['--request-timeout', '60', '--request-retries', '3'],
];

/** Streams without end, which have tests of their own. */
const endless = ['--exclude-operation-id', 'stream-workspace-events'];

/**
 * Sends requests that a document allows, and some that it does not, until the time is up.
 * @param {object} run
 * @param {string} run.phases of Schemathesis: `examples`, `coverage` (bounds of schemas), `fuzzing` (random ones)
 * @param {string} run.command of Schemathesis
 * @param {string} run.address of the document; requests go to its host
 * @param {import('./configuration.mjs').Subjects} run.subjects
 * @param {number} run.seconds
 * @param {number} run.seed
 * @param {string} run.folder for its configuration, which holds credentials
 * @returns {Promise<{ passed: boolean, output: string }>} not passed: an answer with a failure of ours, one that the document
 * does not declare, or a document that can't be read
 */
export async function fuzzDocument({ command, phases, address, subjects, seconds, seed, folder }) {
  const configuration = path.join(folder, 'schemathesis.toml');
  writeFileSync(configuration, configurationOf(subjects), { mode: 0o600 });
  const parameters = [
    ['--config-file', configuration, 'run', address],
    ['--phases', phases, '--max-time', String(seconds), '--seed', String(seed), '--workers', '1'],
    ['--generation-database', 'none', '--continue-on-failure', '--warnings', 'off', '--no-color'],
    ofSlowMachines,
    endless,
  ].flat();
  const child = spawn(command, parameters, {
    cwd: folder,
    env: { ...process.env, SCHEMATHESIS_HOOKS: hooks, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  return { passed: status === 0, output: Buffer.concat(said).toString() };
}
