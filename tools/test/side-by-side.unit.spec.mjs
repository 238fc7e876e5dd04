import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { sideBySide } from './side-by-side.mjs';

const node = (script) => [process.execPath, '-e', script];
let said;
beforeEach(() => {
  said = '';
  const hear = (text) => ((said += `${text}`), true);
  jest.spyOn(console, 'log').mockImplementation((text) => hear(`${text}\n`));
  jest.spyOn(process.stdout, 'write').mockImplementation(hear);
});
afterEach(() => jest.restoreAllMocks());

it('given steps of which one fails, then all are run, and only its output is told', async () => {
  const lists = [
    [
      ['first', node('console.log("a mistake"); process.exit(3)')],
      ['second', node('console.log("much that nobody wants to know")')],
    ],
    [['third', ['/no/such/command']]],
  ];
  expect(await sideBySide(lists, { mostAtOnce: 1 })).toEqual([
    { name: 'first', passed: false },
    { name: 'second', passed: true },
    { name: 'third', passed: false },
  ]);
  expect(said).toContain('a mistake');
  expect(said).toContain('ENOENT');
  expect(said).not.toContain('nobody');
  expect(said).toMatch(/FAILED: first \(\d+\.\d s\)\npassed: second/);
});

it('given two lists, then the steps of one do not wait for those of the other', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-side-by-side-'));
  const meeting = (own, other) =>
    node(`const fs = require('node:fs');
      fs.writeFileSync(${JSON.stringify(path.join(folder, own))}, '');
      while (!fs.existsSync(${JSON.stringify(path.join(folder, other))}));`);
  try {
    const lists = [[['first', meeting('a', 'b')]], [['second', meeting('b', 'a')]]];
    expect((await sideBySide(lists, { mostAtOnce: 2 })).map(({ passed }) => passed)).toEqual([true, true]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
