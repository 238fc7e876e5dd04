import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { root } from './packages.mjs';

/** Runs `nx <args>` and returns whether it succeeded. Tasks run on this Node, without daemon and without network. */
export function nx(...args) {
  const { status } = spawnSync(
    process.execPath,
    [createRequire(import.meta.url).resolve('nx/bin/nx.js'), ...args],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    },
  );
  return status === 0;
}
