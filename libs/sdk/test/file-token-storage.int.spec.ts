import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigurationError, TokenManager, type StoredToken } from '../src/index.js';
import { FileTokenStorage } from '../src/node/index.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'svc-sdk-tokens-'));
  file = path.join(folder, 'own', 'token.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const token: StoredToken = { token: 't', expiresAtMs: 9e15, refreshToken: 'r' };
const modeOf = (of: string) => statSync(of).mode & 0o777;

describe('the file of a token', () => {
  it('is read as it was written, by its owner alone', async () => {
    const storage = new FileTokenStorage(file);
    expect(await storage.read()).toBeUndefined();
    await storage.write(token);
    expect(await new FileTokenStorage(file).read()).toEqual(token);
    expect([modeOf(file), modeOf(path.dirname(file))]).toEqual([0o600, 0o700]);
    expect(readdirSync(path.dirname(file))).toEqual(['token.json']);
    await storage.clear();
    await storage.clear();
    expect(await storage.read()).toBeUndefined();
  });

  it.each([0o644, 0o660, 0o604])('given mode %o, then it is not read', async (mode) => {
    const storage = new FileTokenStorage(file);
    await storage.write(token);
    chmodSync(file, mode);
    await expect(storage.read()).rejects.toThrow(ConfigurationError);
  });

  it.each(['', 'null', '[]', '{"token":1,"expiresAtMs":2}', '{"token":"t"}'])(
    'given %j in it, then there is no token',
    async (text) => {
      const storage = new FileTokenStorage(file);
      await storage.write(token);
      writeFileSync(file, text);
      expect(await storage.read()).toBeUndefined();
    },
  );

  it('given several that share it and wait at once, then one renews', async () => {
    let renewals = 0;
    const renew = () => Promise.resolve({ ...token, token: `t${(renewals += 1)}` });
    const managers = Array.from(
      { length: 5 },
      () => new TokenManager({ renew, storage: new FileTokenStorage(file) }),
    );
    const tokens = await Promise.all(managers.map((manager) => manager.token()));
    expect([...new Set(tokens)]).toEqual(['t1']);
    expect(readdirSync(path.dirname(file))).toEqual(['token.json']);
  });

  it('given a renewal that fails, then the next one may begin', async () => {
    const storage = new FileTokenStorage(file);
    const failing = new TokenManager({ renew: () => Promise.reject(new Error('no')), storage });
    await expect(failing.token()).rejects.toThrow('no');
    await expect(storage.exclusively(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('given the lock of a process that died, then it is taken', async () => {
    const storage = new FileTokenStorage(file);
    await storage.write(token);
    writeFileSync(`${file}.lock`, '');
    utimesSync(`${file}.lock`, 0, 0);
    await expect(storage.exclusively(() => Promise.resolve('in'))).resolves.toBe('in');
  });
});
