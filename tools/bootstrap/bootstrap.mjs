// The first step of every command: checks Node, installs packages that are missing or out of date, and runs the command
// on the Node that the packages bring. It must parse on every Node that knows ES modules, to tell an old one what to do.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import path from 'path';
import { fileURLToPath } from 'url';
import { installPackages, packagesAreCurrent } from './packages.mjs';
import { providedNode } from './provided-node.mjs';
import { takeTurn } from './turns.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const oldestNode = 20;

/**
 * Runs a file of this repository on the provided Node, and ends with its exit code.
 * @param {string} file relative to the root of the repository
 * @param {string[]} args
 */
export function bootstrap(file, args) {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    fail(
      'This needs Node ' +
        oldestNode +
        ' or newer, and found ' +
        process.versions.node +
        ': install a current Node from your system or nodejs.org.',
    );
  }
  if (!packagesAreCurrent(root)) {
    try {
      installInTurn();
    } catch (failure) {
      fail(failure.message);
    }
  }
  const node = providedNode(root);
  if (node === undefined || !existsSync(node)) {
    fail(
      'There is no Node for ' +
        process.platform +
        '-' +
        process.arch +
        ' among the packages: use Node 24 or newer on this machine.',
    );
  }
  run(node, file, args);
}

/** Of commands that are started at once only the first installs, because `npm ci` first removes what another has installed. */
function installInTurn() {
  const endTurn = takeTurn(root, (sentence) => console.error(sentence));
  try {
    if (!packagesAreCurrent(root)) installPackages(root);
  } finally {
    endTurn();
  }
}

function run(node, file, args) {
  const child = spawn(node, [path.join(root, file)].concat(args), {
    cwd: root,
    stdio: 'inherit',
    env: Object.assign({}, process.env, {
      PATH: path.dirname(node) + path.delimiter + (process.env.PATH || ''),
    }),
  });
  // A Ctrl-C reaches both processes; a signal to only this one is passed on. The child decides when to end.
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.on(signal, () => child.kill(signal)));
  child.on('error', (failure) => fail('Node could not be started from ' + node + ': ' + failure.message));
  child.on('exit', (code, signal) => process.exit(signal === null ? code : 1));
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
