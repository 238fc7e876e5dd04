import {
  AuthenticationError,
  MemoryTokenStorage,
  NetworkError,
  TokenManager,
  type StoredToken,
} from '../index.js';

const minute = 60_000;
let nowMs: number;
/** What each renewal was given, and what it gives. */
let renewals: (StoredToken | undefined)[];
let renew: (last: StoredToken | undefined) => Promise<StoredToken>;
beforeEach(() => {
  nowMs = 0;
  renewals = [];
  renew = (last) => {
    renewals.push(last);
    return Promise.resolve({ token: `t${renewals.length}`, expiresAtMs: nowMs + 10 * minute });
  };
});
const managerOf = (storage = new MemoryTokenStorage()) =>
  new TokenManager({ renew: (last) => renew(last), storage, now: () => nowMs });

describe('a manager of tokens', () => {
  it('given many who wait, then it renews once', async () => {
    const manager = managerOf();
    expect(await Promise.all([manager.token(), manager.token(), manager.token()])).toEqual([
      't1',
      't1',
      't1',
    ]);
    expect(renewals).toHaveLength(1);
  });

  it('given a stored token, then it is taken until a minute before it expires', async () => {
    const storage = new MemoryTokenStorage();
    await storage.write({ token: 'stored', expiresAtMs: 10 * minute, refreshToken: 'r' });
    const manager = managerOf(storage);
    nowMs = 9 * minute - 1;
    expect(await manager.token()).toBe('stored');
    nowMs = 9 * minute;
    expect(await manager.token()).toBe('t1');
    expect(renewals).toEqual([{ token: 'stored', expiresAtMs: 10 * minute, refreshToken: 'r' }]);
  });

  it('given a renewal without a refresh token, then the last one is kept', async () => {
    const storage = new MemoryTokenStorage();
    await storage.write({ token: 'stored', expiresAtMs: 0, refreshToken: 'r' });
    await managerOf(storage).token();
    expect(await storage.read()).toEqual({ token: 't1', expiresAtMs: 10 * minute, refreshToken: 'r' });
  });

  it('given a token that lives shorter than its margin, then it is taken for half of its life', async () => {
    renew = () => Promise.resolve({ token: `t${renewals.push(undefined)}`, expiresAtMs: nowMs + minute });
    const manager = managerOf();
    await manager.token();
    nowMs = minute / 2 - 1;
    expect(await manager.token()).toBe('t1');
    nowMs = minute / 2;
    expect(await manager.token()).toBe('t2');
  });

  it('given a refused token, then the next one is another, also where the storage has the refused one', async () => {
    const manager = managerOf();
    manager.refused(await manager.token());
    expect(await manager.token()).toBe('t2');
  });

  it('given one that another process has stored since, then that one is taken', async () => {
    const storage = new MemoryTokenStorage();
    const manager = managerOf(storage);
    await manager.token();
    nowMs = 10 * minute;
    await storage.write({ token: 'of another', expiresAtMs: 20 * minute });
    expect(await manager.token()).toBe('of another');
    expect(renewals).toHaveLength(1);
  });

  it.each([
    ['401', new AuthenticationError('Gone.', { statusCode: 401 })],
    ['invalid_grant', new AuthenticationError('Gone.', { errorCode: 'invalid_grant' })],
  ])(
    'given a renewal that is refused with %s, then it is thrown and nothing is stored',
    async (_what, error) => {
      const storage = new MemoryTokenStorage();
      await storage.write({ token: 'stored', expiresAtMs: 0, refreshToken: 'r' });
      renew = () => Promise.reject(error);
      await expect(managerOf(storage).token()).rejects.toBe(error);
      expect(await storage.read()).toBeUndefined();
    },
  );

  it('given a renewal that fails otherwise, then what is stored stays, and the next call tries again', async () => {
    const storage = new MemoryTokenStorage();
    const stored = { token: 'stored', expiresAtMs: 0, refreshToken: 'r' };
    await storage.write(stored);
    const manager = managerOf(storage);
    const renewing = renew;
    renew = () => Promise.reject(new NetworkError('Gone.'));
    await expect(manager.token()).rejects.toThrow(NetworkError);
    expect(await storage.read()).toEqual(stored);
    renew = renewing;
    expect(await manager.token()).toBe('t1');
  });

  it('given one that leaves, then the others get the token', async () => {
    const manager = managerOf();
    const leaving = new AbortController();
    const waiting = [manager.token(leaving.signal), manager.token()];
    leaving.abort(new Error('left'));
    expect(await Promise.allSettled(waiting)).toMatchObject([
      { status: 'rejected', reason: { message: 'left' } },
      { status: 'fulfilled', value: 't1' },
    ]);
  });

  it('when it forgets, then it renews', async () => {
    const manager = managerOf();
    await manager.token();
    await manager.forget();
    expect(await manager.token()).toBe('t2');
    expect(renewals).toEqual([undefined, undefined]);
  });
});
