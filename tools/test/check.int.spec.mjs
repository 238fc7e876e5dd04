import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyRepository } from '../generators/repository-copy.mjs';
import { nxCommand } from '../workspace/nx.mjs';
import { root } from '../workspace/packages.mjs';
import { affectedTargets } from './affected-targets.mjs';
import { baselineFile } from './proto-compatibility.mjs';

/** Task -> tasks that must end before it. */
function dependenciesOf(target) {
  const {
    command: [node, ...parameters],
    env,
  } = nxCommand('run-many', '-t', target, '--graph=stdout');
  const { stdout } = spawnSync(node, parameters, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout).tasks.dependencies;
}

/** What remains after repeatedly removing tasks that wait for nothing: tasks that wait for each other. */
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

describe('a change', () => {
  let copy;
  const run = (file, ...args) => spawnSync(file, args, { cwd: copy.folder, encoding: 'utf8' });
  const git = (...args) => run('git', '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args);
  beforeAll(() => {
    copy = copyRepository();
    // The copy has its own history, in which no contract was published.
    writeFileSync(path.join(copy.folder, baselineFile), '');
    git('init', '-q', '-b', 'main');
    git('add', '-A');
    git('commit', '-q', '-m', 'A state to compare with');
  });
  afterAll(() => copy.remove());

  const check = () => run(process.execPath, 'tools/test/check.mjs');
  const format = (...parameters) => run(process.execPath, 'tools/test/format.mjs', ...parameters);

  it('given one that is not formatted, then nothing else is tried, and the end names the files; and it can be formatted', () => {
    const file = path.join(copy.folder, 'libs/kernel/src/new-thing.ts');
    writeFileSync(file, 'export const  thing = "x"');

    const { status, stdout } = check();
    expect(status).toBe(1);
    const [found, ...end] = stdout.split('\n').slice(0, 10);
    expect(found).toMatch(/^format … FAILED/);
    expect(end).toEqual([
      '',
      'The change is not green, format failed: npm run format',
      'libs/kernel/src/new-thing.ts',
      'The whole output: test-results/check.log',
      '',
    ]);

    expect(format().status).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe("export const thing = 'x';\n");
  });

  it('given none, then it says how to check or format more', () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'Nothing left');
    expect(check()).toMatchObject({ status: 0, stdout: expect.stringContaining('--base=') });
    expect(format()).toMatchObject({ status: 0, stdout: expect.stringContaining('--all') });
  });
});
