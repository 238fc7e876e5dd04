import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StartupError } from '@svc/errors';
import { ErasureFile } from './erasure-file.js';
import { erasureLine } from './erasure-lines.js';

const ada = 'org:demo/user/ada';
const bob = 'org:demo/user/bob';

let folder: string;
let file: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-erasures-'));
  file = path.join(folder, 'erasures');
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const list = () => new ErasureFile(file, (sentence) => said.push(sentence));
const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);

describe('a list of erasures in a file', () => {
  it('keeps what was added, in a private file, and is empty at first', async () => {
    expect(await list().read()).toEqual(new Set());
    await list().add([ada]);
    await list().add([bob, ada]);
    expect(await list().read()).toEqual(new Set([ada, bob]));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe([ada, bob, ada].map(erasureLine).join(''));
    expect(said).toEqual([]);
  });

  it('given a last line torn by a crash, appends after it and reports it', async () => {
    await list().add([ada]);
    appendFileSync(file, erasureLine(bob).slice(0, -5));
    expect(await list().read()).toEqual(new Set([ada]));
    await list().add([bob]);
    expect(await list().read()).toEqual(new Set([ada, bob]));
    expect(said).toEqual([
      expect.stringMatching(/^1 lines of the list of erasures .* are torn, as by a crash, and passed over/),
      expect.stringMatching(/^1 lines/),
    ]);
  });

  it('given a file that others may write, refuses it', async () => {
    writeFileSync(file, '');
    chmodSync(file, 0o620);
    for (const work of [() => list().read(), () => list().add([ada])]) {
      const rejection = await failureOf(work());
      expect(rejection).toBeInstanceOf(StartupError);
      expect((rejection as Error).message).toMatch(
        /open to others \(mode 0620\): close it with chmod 600\.$/,
      );
    }
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('given another kind of file, refuses it and leaves it unchanged', async () => {
    const content = `${'0123456789abcdef'.repeat(4)}\n`;
    writeFileSync(file, content, { mode: 0o600 });
    const rejection = await failureOf(list().read());
    expect(rejection).toBeInstanceOf(StartupError);
    expect((rejection as Error).message).toMatch(
      /is damaged, or no such list \(line 1\): restore it from a copy\./,
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('given a path that is no file, refuses it', async () => {
    file = folder;
    for (const work of [() => list().read(), () => list().add([ada])]) {
      const rejection = await failureOf(work());
      expect(rejection).toBeInstanceOf(StartupError);
      expect((rejection as Error).message).toMatch(/is no file: name another one with SVC_ERASURES\.$/);
    }
  });

  it('given no folder, says what to do, also when there is nothing to add', async () => {
    file = path.join(folder, 'missing', 'erasures');
    const rejection = await failureOf(list().add([]));
    expect(rejection).toBeInstanceOf(StartupError);
    expect((rejection as Error).message).toMatch(
      /can not be used \(ENOENT.*name another file with SVC_ERASURES\.$/,
    );
  });
});
