import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { lockFolder } from './folder-lock.js';
import { identifyProcess } from './process-identity.js';

const repository = path.resolve(import.meta.dirname, '../../../..');
let folder: string;
let contenders: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-lock-'));
  contenders = [];
});
afterEach(() => {
  for (const contender of contenders) contender.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the lock of a data folder', () => {
  it('is refused while it is held, and free after its release', () => {
    const lock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(StartupError);
    lock.release();
    lockFolder(folder).release();
  });

  it('given a holder that no longer runs, is taken over', () => {
    writeFileSync(path.join(folder, 'lock.7'), `${process.pid}\nan-earlier-boot/1\n`);
    const lock = lockFolder(folder);
    expect(readdirSync(folder)).toEqual(['lock.8']);
    lock.release();
  });

  it('given the number of its holder reused by a later process, is taken over', () => {
    const parent = identifyProcess(process.ppid);
    writeFileSync(path.join(folder, 'lock.1'), `${process.ppid}\n${parent?.startedAt}9\n`);
    expect(() => lockFolder(folder)).not.toThrow();
  });

  it('given a live holder in another process, names its process number', () => {
    const parent = identifyProcess(process.ppid);
    writeFileSync(path.join(folder, 'lock.3'), `${process.ppid}\n${parent?.startedAt}\n`);
    expect(() => lockFolder(folder)).toThrow(`already in use by process ${process.ppid}`);
  });

  it('given eight processes that find the same dead holder at once, is taken by exactly one', async () => {
    writeFileSync(path.join(folder, 'lock.1'), '1\nan-earlier-boot/1\n');
    const start = path.join(folder, 'start');
    const outcomes = Array.from({ length: 8 }, () => contend(start));
    await Promise.all(outcomes.map(({ ready }) => ready));
    writeFileSync(start, '');
    const results = await Promise.all(outcomes.map(({ result }) => result));
    expect(results.filter((result) => result === 'taken')).toHaveLength(1);
    expect(results.filter((result) => result === 'refused')).toHaveLength(7);
  });
});

/** A process that waits for the file `start`, tries for the lock, and holds what it got until its input ends. */
function contend(start: string): { ready: Promise<unknown>; result: Promise<string> } {
  const code = `
    import { existsSync } from 'node:fs';
    import { lockFolder } from ${JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'folder-lock.ts')).href)};
    console.error('ready');
    while (!existsSync(${JSON.stringify(start)}));
    try { lockFolder(${JSON.stringify(folder)}); console.log('taken'); } catch { console.log('refused'); }
    process.stdin.resume();`;
  const loader = path.join(repository, 'test/support/source-loader.mjs');
  const child = spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', code], {
    cwd: repository,
  });
  const ready = once(child.stderr, 'data');
  const result = once(child.stdout, 'data').then(([chunk]) => String(chunk).trim());
  contenders.push(child);
  return { ready, result };
}
