// Whether node_modules holds what package-lock.json says, and how to get there. Parses on old Nodes, see bootstrap.mjs.
import { spawnSync } from 'child_process';
import { existsSync, readFileSync } from 'fs';
import path from 'path';

/** Compares the lock file with the one that npm leaves in node_modules. Packages of other platforms are not installed. */
export function packagesAreCurrent(root) {
  const installedFile = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  const installed = readPackages(installedFile);
  return Object.keys(wanted)
    .filter((location) => location.indexOf('node_modules/') === 0 || location.indexOf('/node_modules/') > 0)
    .every((location) => {
      const there = installed[location];
      if (there === undefined) return wanted[location].optional === true || wanted[location].peer === true;
      return there.version === wanted[location].version && there.link === wanted[location].link;
    });
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages || {};
}

/** @throws Error with one sentence that says what to do. */
export function installPackages(root) {
  console.log('Installing packages (about a minute, once) …');
  const startedAt = Date.now();
  const { status } = npmCi(root);
  if (status !== 0) {
    throw new Error(
      'Installing the packages failed (npm ci, see above): check the network and the free disk space, then repeat the command.',
    );
  }
  console.log('Installed packages in ' + Math.round((Date.now() - startedAt) / 1000) + ' s.');
}

function npmCi(root) {
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const options = {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: Object.assign({}, process.env, { npm_config_progress: 'true' }),
  };
  return npm && /\.c?js$/.test(npm)
    ? spawnSync(process.execPath, [npm].concat(args), options)
    : spawnSync('npm', args, Object.assign({ shell: process.platform === 'win32' }, options));
}
