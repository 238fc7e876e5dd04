import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LogView } from './log-view.js';
import { ProcessGroup } from './process-group.js';
import { SupervisedProcess } from './supervised-process.js';

let folder: string;
let written: string[];
let said: string[];
let started: SupervisedProcess[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-supervised-'));
  [written, said, started] = [[], [], []];
});
afterEach(async () => {
  for (const one of started) await one.stop(0).catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const serves = `process.send('svc:started'); setInterval(() => {}, 1_000);`;
const endsInOrder = `process.on('SIGTERM', () => process.exit(0));`;

function supervise(name: string, text: string, further = () => ({})): SupervisedProcess {
  const program = path.join(folder, `${name}.mjs`);
  writeFileSync(program, text);
  const view = new LogView({ names: [name], isColoured: false, write: (line) => written.push(line) });
  const env = () => ({ ...process.env, NODE_OPTIONS: '', ...further() });
  const one = new SupervisedProcess({ name, program, env, view, say: (line) => said.push(line) });
  started.push(one);
  return one;
}

/** Resolves once the condition is true. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a supervised process', () => {
  it('has started when it reports that it serves, and its lines are in the view', async () => {
    const one = supervise('one', `console.log('hello'); ${endsInOrder} ${serves}`);
    await one.start();
    await until(() => written.length > 0);
    expect(written).toEqual(['one | hello\n']);
    await one.stop(5_000);
    expect(said).toEqual([]);
  });

  it('given that it exits before it serves, then the start fails, and its own lines say why', async () => {
    const one = supervise('one', `console.error('the reason'); process.exit(3);`);
    await expect(one.start()).rejects.toThrow('one could not be started (exit code 3), see above.');
    await until(() => written.length > 0);
    expect(written).toEqual(['one | the reason\n']);
  });

  it('given that it dies, then it is named and started again', async () => {
    const one = supervise('one', `${endsInOrder} ${serves}`);
    await one.start();
    const first = one.pid ?? 0;
    process.kill(first, 'SIGKILL');
    await until(() => said.length === 2);
    expect(said).toEqual([
      'one has ended (SIGKILL) and is started again in 0.5 s.',
      `one serves again (process ${one.pid}).`,
    ]);
    expect(one.pid).not.toBe(first);
  });

  it('given that the system can not start it again, then that is reported, and it is tried once more', async () => {
    // An environment beyond the system's limit.
    const environments = [{}, { TOO_LONG: 'x'.repeat(8_000_000) }];
    const one = supervise('one', `${endsInOrder} ${serves}`, () => environments.shift() ?? {});
    await one.start();
    process.kill(one.pid ?? 0, 'SIGKILL');
    await until(() => said.length === 3);
    expect(said).toEqual([
      'one has ended (SIGKILL) and is started again in 0.5 s.',
      'one has ended (spawn E2BIG) and is started again in 1 s.',
      `one serves again (process ${one.pid}).`,
    ]);
  });

  it('given a stop while it waits for its restart, then it is not started', async () => {
    const one = supervise('one', `${endsInOrder} ${serves}`);
    await one.start();
    process.kill(one.pid ?? 0, 'SIGKILL');
    await until(() => said.length === 1);
    const last = one.pid;
    await one.stop(0);
    expect(one.pid).toBe(last);
  });

  it('given that it does not end in time, then it is killed, and that is reported', async () => {
    const one = supervise('one', `process.on('SIGTERM', () => {}); ${serves}`);
    await one.start();
    await expect(one.stop(0)).rejects.toThrow('one did not end well (SIGKILL)');
  });
});

describe('a process group', () => {
  it('ends in reverse, each process after those that call it', async () => {
    const notes = path.join(folder, 'notes');
    const noting = (name: string) =>
      `import { appendFileSync } from 'node:fs';
       process.on('SIGTERM', () => { appendFileSync('${notes}', '${name} '); process.exit(0); }); ${serves}`;
    const group = new ProcessGroup(['first', 'second', 'third'].map((name) => supervise(name, noting(name))));
    await group.start();
    await group.stop(5_000);
    expect(readFileSync(notes, 'utf8')).toBe('third second first ');
  });

  it('given one that can not start, then none is left', async () => {
    const good = supervise('good', `${endsInOrder} ${serves}`);
    const bad = supervise('bad', 'process.exit(1);');
    await expect(new ProcessGroup([good, bad]).start()).rejects.toThrow('bad could not be started');
    expect(() => process.kill(good.pid ?? 0, 0)).toThrow('ESRCH');
  });
});
