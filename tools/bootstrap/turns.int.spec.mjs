import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

/** Acts as npm: empties `node_modules` as `npm ci` does, fills it slowly, and fails if another does so at the same time. */
const npm = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
if (existsSync('installing') && !process.env.TAKE_OVER) { appendFileSync('log', 'collided\\n'); process.exit(1); }
writeFileSync('installing', '');
appendFileSync('log', 'began\\n');
rmSync('node_modules', { recursive: true, force: true });
if (process.env.HANG) await delay(600_000);
await delay(300);
mkdirSync('node_modules/a', { recursive: true });
writeFileSync('node_modules/a/index.mjs', '');
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
rmSync('installing');
appendFileSync('log', 'installed\\n');
`;
const lock = JSON.stringify({ packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } });

let root;
let children;

beforeEach(() => {
  children = [];
  root = mkdtempSync(path.join(tmpdir(), 'svc-turns-'));
  mkdirSync(path.join(root, 'tools'));
  cpSync(import.meta.dirname, path.join(root, 'tools/bootstrap'), { recursive: true });
  writeFileSync(path.join(root, 'npm.mjs'), npm);
  writeFileSync(path.join(root, 'npm.js'), "import('./npm.mjs');");
  writeFileSync(path.join(root, 'package-lock.json'), lock);
  writeFileSync(path.join(root, 'package.json'), '{ "allowScripts": {} }');
  writeFileSync(path.join(root, 'tool.mjs'), "import './node_modules/a/index.mjs'; console.log('ran');");
});
afterEach(() => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) killGroup(child);
  rmSync(root, { recursive: true, force: true });
});

/** A command as npm runs it, in its own process group. */
function run(env = {}) {
  const child = spawn(process.execPath, ['tools/bootstrap/run.mjs', 'tool.mjs'], {
    cwd: root,
    env: { ...process.env, npm_execpath: path.join(root, 'npm.js'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  children.push(child);
  child.output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (child.output += text));
  child.ended = once(child, 'close').then(([code]) => ({ code, output: child.output }));
  return child;
}

function killGroup(child) {
  process.kill(-child.pid, 'SIGKILL');
}

const log = () =>
  existsSync(path.join(root, 'log')) ? readFileSync(path.join(root, 'log'), 'utf8').trim().split('\n') : [];

/** Resolves once the condition holds, which must be before the command has ended. */
async function until(child, condition) {
  while (!condition()) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It has ended before:\n${child.output}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('commands that are started at once, with no packages installed', () => {
  it('take turns and install only once; all run', async () => {
    const endings = await Promise.all([run(), run(), run(), run()].map((child) => child.ended));
    expect(endings.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    for (const { output } of endings) expect(output).toContain('ran\n');
    expect(log()).toEqual(['began', 'installed']);
  });

  it('say whom they wait for', async () => {
    const first = run({ HANG: '1' });
    await until(first, () => log().length === 1);
    const second = run({ TAKE_OVER: '1' });
    await until(second, () => second.output.includes('…'));
    expect(second.output).toBe(
      `Waiting for another command that installs or builds (process ${first.pid}) …\n`,
    );
    expect(log()).toEqual(['began']);
  });

  it('given one that is killed in the middle, the others continue', async () => {
    const first = run({ HANG: '1' });
    await until(first, () => log().length === 1);
    const second = run({ TAKE_OVER: '1' });
    await until(second, () => second.output.includes('Waiting'));
    killGroup(first);
    const { code, output } = await second.ended;
    expect({ code, log: log() }).toEqual({ code: 0, log: ['began', 'began', 'installed'] });
    expect(output).toContain('ran\n');
  });
});
