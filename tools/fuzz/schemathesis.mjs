import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';
import { root } from '../workspace/packages.mjs';

/** Everything that runs, in the versions that were tried together. */
const requirements = path.join(import.meta.dirname, 'requirements.txt');
/** What those need: 3.10 or newer, and the parts of it that Debian packs by themselves. */
const suitable = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/** @returns {string | undefined} one sentence that says what this machine lacks to fuzz; undefined: nothing. */
export function whatFuzzingLacks() {
  const { status } = spawnSync('python3', ['-c', suitable], { stdio: 'ignore' });
  if (status === 0) return undefined;
  return 'Fuzzing takes Python 3.10 or newer with venv (Debian: apt-get install python3-venv).';
}

/**
 * Schemathesis in an environment of its own, fetched by pip from the registry that it is configured for; other versions have
 * another folder.
 * @param {(sentence: string) => void} say gets a line when it has to be downloaded
 * @returns {string} the command. @throws Error with one sentence that says what to do
 */
export function installSchemathesis(say) {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(downloadsOf(dataFolderOf(root)), `schemathesis-${digest}`);
  const command = path.join(folder, 'bin/schemathesis');
  const isWhole = path.join(folder, 'installed');
  if (existsSync(isWhole)) return command;
  const lack = whatFuzzingLacks();
  if (lack) throw new Error(lack);
  say('Fetching Schemathesis with pip (once) …');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  run('python3', ['-m', 'venv', folder]);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  run(path.join(folder, 'bin/python'), pip);
  mkdirSync(isWhole);
  return command;
}

function run(command, parameters) {
  const { status } = spawnSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    throw new Error(
      'Fetching Schemathesis failed (pip, see above): check the network and the settings of pip.',
    );
}
