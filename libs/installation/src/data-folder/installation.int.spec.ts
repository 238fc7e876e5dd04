import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { openInstallation } from './installation.js';

let base: string;
let dataDir: string;
let said: string[];

const open = () => openInstallation(dataDir, (sentence) => said.push(sentence));
const modeOf = (file: string): number => statSync(file).mode & 0o777;

beforeEach(() => {
  base = mkdtempSync(path.join(os.tmpdir(), 'svc-installation-'));
  dataDir = path.join(base, 'a', 'data');
  said = [];
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('an installation', () => {
  it('given a first start, creates its files as private, and later starts read the same', () => {
    const first = open();
    for (const name of ['master.key', 'instance.id']) expect(modeOf(path.join(dataDir, name))).toBe(0o600);
    expect(open()).toEqual(first);
    expect(said).toEqual([]);
  });

  it('given a new folder, makes it private, whatever the umask', () => {
    const before = process.umask(0);
    try {
      open();
    } finally {
      process.umask(before);
    }
    // Started by root, the database runs as another user, who must reach its folder.
    const closed = process.getuid?.() === 0 ? 0o711 : 0o700;
    expect([modeOf(dataDir), modeOf(path.dirname(dataDir))]).toEqual([closed, closed]);
  });

  it('given an existing folder, leaves it as it is', () => {
    dataDir = path.join(base);
    chmodSync(dataDir, 0o755);
    open();
    expect(modeOf(dataDir)).toBe(0o755);
  });

  it.each([0o644, 0o640, 0o602])('given a master key of mode %o, refuses to start', (mode) => {
    open();
    chmodSync(path.join(dataDir, 'master.key'), mode);
    expect(open).toThrow(StartupError);
    expect(open).toThrow(/master key .*open to others \(mode 06\d\d\).*chmod 600\.$/);
  });

  it('given a damaged master key, refuses to start and changes no file', () => {
    open();
    writeFileSync(path.join(dataDir, 'master.key'), '');
    expect(open).toThrow(/master key .* is damaged: restore it/);
    expect(readFileSync(path.join(dataDir, 'master.key'), 'utf8')).toBe('');
  });

  it.each(['', 'half-a-', '\0'.repeat(37)])('given the instance id %j, makes another and says so', (left) => {
    const first = open();
    writeFileSync(path.join(dataDir, 'instance.id'), left);
    const second = open();
    expect(second.instanceId).not.toBe(first.instanceId);
    expect(second.masterKeys).toEqual(first.masterKeys);
    expect(said).toEqual([expect.stringMatching(/^The instance id .* was damaged and is replaced\.$/)]);
    expect(open()).toEqual(second);
    expect(readdirSync(dataDir).sort()).toEqual(['instance.id', 'master.key']);
  });
});
