import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { createAuthority } from '@svc/rpc/authority';
import { readRpcTls } from './index.js';

const authority = createAuthority('test authority', 1);
const [mine, other] = [authority.issue('identity'), authority.issue('identity')];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-tls-'));
  write('ca.pem', authority.ca);
  write('cert.pem', mine.certificate);
  write('key.pem', mine.key);
  write('other.pem', other.key);
  write('damaged.pem', Buffer.from(mine.key.toString().replace(/[A-Z]{4}/g, '####')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string): string => path.join(folder, name);
const write = (name: string, content: Buffer): void => writeFileSync(file(name), content);
const configured = (changes: Record<string, string | undefined> = {}) => ({
  SVC_RPC_CA: file('ca.pem'),
  SVC_RPC_CERT: file('cert.pem'),
  SVC_RPC_KEY: file('key.pem'),
  ...changes,
});

describe('the certificate of a process', () => {
  it('is read from its files, and is absent if none is configured', () => {
    expect(readRpcTls(configured())).toEqual({ ca: authority.ca, ...mine });
    expect(readRpcTls({})).toBeUndefined();
  });

  it.each<[string, Record<string, string | undefined>, RegExp]>([
    ['a variable that is missing', { SVC_RPC_KEY: undefined }, /set SVC_RPC_KEY too, or none/],
    [
      'a file that is not there',
      { SVC_RPC_CA: '/nowhere/ca.pem' },
      /SVC_RPC_CA: \/nowhere\/ca.pem is not there/,
    ],
    [
      'a key in the place of the certificate',
      { SVC_RPC_CERT: 'key.pem' },
      /SVC_RPC_CERT: .* is no such PEM file/,
    ],
    ['a damaged key', { SVC_RPC_KEY: 'damaged.pem' }, /SVC_RPC_KEY: .* is no such PEM file/],
    ['the key of another certificate', { SVC_RPC_KEY: 'other.pem' }, /does not belong to the certificate/],
  ])('given %s, stops the start with what to do, and quotes nothing of a key', (_name, changes, said) => {
    const named = Object.entries(changes).map(([key, name]) => [
      key,
      name?.endsWith('.pem') && !path.isAbsolute(name) ? file(name) : name,
    ]);
    let error: unknown;
    try {
      readRpcTls(configured(Object.fromEntries(named) as Record<string, string | undefined>));
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(StartupError);
    expect((error as Error).message).toMatch(said);
    expect((error as Error).cause).toBeUndefined();
  });
});
