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
  const { allowScripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  // npm sets it for its scripts: npm/10.8.2 node/v22.11.0 linux x64 …
  for (const args of installCommands(process.env.npm_config_user_agent || '', allowScripts)) {
    if (npm(root, args).status !== 0)
      throw new Error(
        'Installing the packages failed (npm ' +
          args[0] +
          ', see above): check the network and the free disk space, then repeat the command.',
      );
  }
  console.log('Installed packages in ' + Math.round((Date.now() - startedAt) / 1000) + ' s.');
}

const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * npm before 11 knows no `allowScripts` and would run the install scripts of all packages: there none runs at first, and then
 * those that are allowed.
 */
export function installCommands(userAgent, allowScripts) {
  const install = ['ci', '--include=dev', '--include=optional'].concat(quietly);
  const version = /^npm\/(\d+)\./.exec(userAgent);
  if (version === null || Number(version[1]) >= 11) return [install];
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  return [install.concat('--ignore-scripts'), ['rebuild'].concat(quietly, allowed)];
}

function npm(root, args) {
  const program = process.env.npm_execpath;
  const options = {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: Object.assign({}, process.env, { npm_config_progress: 'true' }),
  };
  return program && /\.c?js$/.test(program)
    ? spawnSync(process.execPath, [program].concat(args), options)
    : spawnSync('npm', args, Object.assign({ shell: process.platform === 'win32' }, options));
}
