import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';
import { root } from './packages.mjs';

/** 3.10 or newer, and the parts of it that Debian packs by themselves. */
const suitable = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';

/** @returns {string | undefined} one sentence that says what this machine lacks to install packages of Python; undefined: nothing. */
export function whatPythonLacks() {
  const { status } = spawnSync('python3', ['-c', suitable], { stdio: 'ignore' });
  if (status === 0) return undefined;
  return 'This takes Python 3.10 or newer with venv (Debian: apt-get install python3-venv).';
}

/**
 * Packages of Python in an environment of their own, fetched by pip from the registry that it is configured for; other
 * versions have another folder.
 * @param {{ name: string, requirements: string, say: (sentence: string) => void }} packages `requirements`: the file with
 *   everything that runs, in the versions that were tried together; `say` gets a line when it has to be downloaded
 * @returns {string} the folder of the commands. @throws Error with one sentence that says what to do
 */
export function installPythonPackages({ name, requirements, say }) {
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = path.join(downloadsOf(dataFolderOf(root)), `${name}-${digest}`);
  const commands = path.join(folder, 'bin');
  const isWhole = path.join(folder, 'installed');
  if (existsSync(isWhole)) return commands;
  const lack = whatPythonLacks();
  if (lack) throw new Error(lack);
  say(`Fetching ${name} with pip (once) …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
  run(name, 'python3', ['-m', 'venv', folder]);
  run(name, path.join(commands, 'python'), pip);
  mkdirSync(isWhole);
  return commands;
}

function run(name, command, parameters) {
  const { status } = spawnSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0)
    throw new Error(`Fetching ${name} failed (pip, see above): check the network and the settings of pip.`);
}
