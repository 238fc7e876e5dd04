import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { root } from './packages.mjs';

/** How to run `nx <args>`: on this Node, without daemon and without network. */
export function nxCommand(...args) {
  return {
    command: [process.execPath, createRequire(import.meta.url).resolve('nx/bin/nx.js'), ...args],
    env: { NX_DAEMON: 'false', NX_TUI: 'false' },
  };
}

/** Runs `nx <args>` and returns whether it succeeded. */
export function nx(...args) {
  const {
    command: [node, ...parameters],
    env,
  } = nxCommand(...args);
  const { status } = spawnSync(node, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status === 0;
}
