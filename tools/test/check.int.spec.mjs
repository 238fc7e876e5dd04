import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { root } from '../workspace/packages.mjs';
import { affectedTargets } from './affected-targets.mjs';

/** Task -> tasks that must end before it. */
function dependenciesOf(target) {
  const nx = createRequire(import.meta.url).resolve('nx/bin/nx.js');
  const { stdout } = spawnSync(process.execPath, [nx, 'run-many', '-t', target, '--graph=stdout'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  return JSON.parse(stdout).tasks.dependencies;
}

/** What is left when tasks that wait for nothing are taken away again and again: those that wait for each other. */
function waitingForever(dependencies) {
  let waiting = Object.keys(dependencies);
  for (;;) {
    const still = waiting.filter((task) => dependencies[task].some((other) => waiting.includes(other)));
    if (still.length === waiting.length) return still;
    waiting = still;
  }
}

describe('the fast check', () => {
  it.each(affectedTargets)('finds an order for the task %s of all packages', (target) => {
    const dependencies = dependenciesOf(target);
    expect(Object.keys(dependencies)).toContain(`postgres:${target}`);
    expect(waitingForever(dependencies)).toEqual([]);
  });
});
