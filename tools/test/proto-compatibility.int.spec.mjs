import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../workspace/packages.mjs';
import { baselineFile, compatibilityChecks } from './proto-compatibility.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-compatibility-'));
  mkdirSync(path.join(folder, 'proto'));
  cpSync(path.join(root, 'buf.yaml'), path.join(folder, 'buf.yaml'));
  git('init', '--quiet');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args) {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

/** @returns {string} the commit that holds a contract with these fields */
function committed(...fields) {
  given(...fields);
  git('add', '-A');
  git('commit', '--quiet', '-m', 'a contract');
  return git('rev-parse', 'HEAD');
}
function given(...fields) {
  const text = ['syntax = "proto3";', 'package shop.v1;', 'message Bought {', ...fields, '}', ''];
  writeFileSync(path.join(folder, 'proto/shop.proto'), text.join('\n'));
}
function publishedIn(commit) {
  writeFileSync(path.join(folder, baselineFile), `# Since when.\n\n${commit}\n`);
}

/** The names of the checks that fail. */
const refusedBy = (base) =>
  compatibilityChecks({ base, folder }).flatMap(([name, [command, ...parameters]]) =>
    spawnSync(command, parameters, { cwd: folder }).status === 0 ? [] : [name],
  );
const [item, price, note] = ['string item = 1;', 'int64 price = 2;', 'string note = 3;'];
const [published, builtOn] = [
  'proto compatibility with what was published',
  'proto compatibility with what the change builds on',
];

it('given no published contract, then it may change', () => {
  publishedIn('');
  const base = committed(item, price);
  given(item);
  expect(compatibilityChecks({ base, folder })).toEqual([]);
});

it('given a published contract, then fields may be added and not removed', () => {
  publishedIn(committed(item, price));
  given(item, price, note);
  expect(refusedBy()).toEqual([]);
  given(item);
  expect(refusedBy()).toEqual([published]);
});

it('given fields that were added since, then they may not be removed either', () => {
  publishedIn(committed(item));
  const base = committed(item, price);
  given(item);
  expect(refusedBy(base)).toEqual([builtOn]);
});

it('given a base before the published contract, then it is not compared', () => {
  const base = committed(item, price);
  publishedIn(committed(item));
  expect(refusedBy(base)).toEqual([]);
});

it('given a clone without history, then nothing is compared', () => {
  publishedIn(committed(item, price));
  committed(item);
  const shallow = path.join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '1', `file://${folder}`, shallow);
  expect(compatibilityChecks({ folder: shallow })).toEqual([]);
});

it('given an unknown commit, then the error names its file', () => {
  committed(item);
  publishedIn('0'.repeat(40));
  expect(() => compatibilityChecks({ folder })).toThrow(baselineFile);
});

it('this repository is compared with its published contract, unless it is a clone without history', () => {
  const shallow = spawnSync('git', ['rev-parse', '--is-shallow-repository'], { cwd: root, encoding: 'utf8' });
  expect(compatibilityChecks()).toHaveLength(shallow.stdout.trim() === 'false' ? 1 : 0);
});
