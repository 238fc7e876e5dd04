import type { TokenClaims } from '@svc/auth';
import { ConditionType } from '@svc/contracts/common';
import type { GetAccessResponse } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { AccessCache } from './access-cache.js';

const claimsOf = (userId: string): TokenClaims => ({
  orgId: 'demo',
  userId,
  apiKeyId: 'key',
  issuedAtMs: 0,
  expiresAtMs: 3_600_000,
});

/** Counts the requests. Answers with a role that has one condition with so many values. */
function startCache(conditionValues: number) {
  const values = Array.from({ length: conditionValues }, () => ({
    value: { $case: 'text' as const, value: 'x' },
  }));
  const conditions = { service_id: { type: ConditionType.CONDITION_TYPE_IN, values } };
  const access: GetAccessResponse = {
    active: true,
    roleId: 'r',
    roleName: 'R',
    displayName: 'D',
    withOwnKey: true,
    grants: [{ permissionName: 'Service:GetService', conditions }],
  };
  const asked: string[] = [];
  const cache = new AccessCache(
    ({ userId }) => {
      asked.push(userId);
      return Promise.resolve(access);
    },
    { now: () => 0 },
  );
  return { cache, asked };
}

describe('the access cache', () => {
  it('holds a hundred users with small roles', async () => {
    const { cache, asked } = startCache(10);
    for (let request = 0; request < 200; request++)
      await cache.get(claimsOf(`user-${request % 100}`), 'demo');
    expect(asked).toHaveLength(100);
  });

  it('is bounded by the size of roles, not only by their number', async () => {
    const { cache, asked } = startCache(10_000);
    for (let user = 0; user < 100; user++) await cache.get(claimsOf(`user-${user}`), 'demo');
    await cache.get(claimsOf('user-99'), 'demo');
    expect(asked).toHaveLength(100);
    await cache.get(claimsOf('user-0'), 'demo');
    expect(asked).toHaveLength(101);
  });

  it.each<[string, Partial<TokenClaims>]>([
    ['organization', { orgId: 'other' }],
    ['user', { userId: 'user-2' }],
    ['API key', { apiKeyId: 'key-2' }],
  ])('keeps a response only for its own %s', async (_what, difference) => {
    const { cache, asked } = startCache(1);
    const claims = claimsOf('user-1');
    await cache.get(claims, 'demo');
    const other = await cache.get({ ...claims, ...difference }, 'demo');
    expect(other.claims).toEqual({ ...claims, ...difference });
    expect(asked).toHaveLength(2);
  });

  it('keeps no response beyond the end of a temporary permission', async () => {
    let nowMs = 0;
    let asked = 0;
    const answer: GetAccessResponse = {
      active: true,
      roleId: 'r',
      roleName: 'R',
      displayName: 'D',
      withOwnKey: true,
      grants: [],
      changesAtMs: 1_000,
    };
    const ask = () => {
      asked += 1;
      return Promise.resolve(answer);
    };
    const cache = new AccessCache(ask, { now: () => nowMs });
    const askedAt = async (ms: number) => {
      nowMs = ms;
      await cache.get(claimsOf('user'), 'demo');
      return asked;
    };
    expect([await askedAt(0), await askedAt(999), await askedAt(1_000)]).toEqual([1, 1, 2]);
  });

  it('keeps a response only for the organization acted in', async () => {
    const { cache, asked } = startCache(1);
    const claims = claimsOf('user-1');
    expect((await cache.get(claims, 'demo')).orgId).toBe('demo');
    expect((await cache.get(claims, 'clinic')).orgId).toBe('clinic');
    await cache.get(claims, 'clinic');
    expect(asked).toHaveLength(2);
  });

  it.each(['demo', 'clinic'])(
    'given a change in %s, asks again for a user at home in one who acts in the other',
    async (org) => {
      const { cache, asked } = startCache(1);
      await cache.get(claimsOf('user-1'), 'clinic');
      cache.forget(org);
      await cache.get(claimsOf('user-1'), 'clinic');
      expect(asked).toHaveLength(2);
    },
  );

  it('keeps no rejection, which would evict other accesses', async () => {
    let asked = 0;
    const refuse = () => {
      asked += 1;
      return Promise.reject(new DomainError('organization_not_found', 'There is none.'));
    };
    const cache = new AccessCache(refuse, { now: () => 0 });
    for (let request = 0; request < 2; request++)
      await expect(cache.get(claimsOf('user-1'), 'clinic')).rejects.toMatchObject({
        code: 'organization_not_found',
      });
    expect(asked).toBe(2);
  });

  it('given a change during a request to identity, asks again: the response may be older than the change', async () => {
    const { cache, asked } = startCache(1);
    const before = cache.get(claimsOf('user-1'), 'demo');
    cache.forget('demo');
    const after = cache.get(claimsOf('user-1'), 'demo');
    await Promise.all([before, after]);
    expect(asked).toHaveLength(2);
    await cache.get(claimsOf('user-1'), 'demo');
    expect(asked).toHaveLength(2);
  });

  it('given a change in one organization, keeps the entries of others', async () => {
    const { cache, asked } = startCache(1);
    await cache.get(claimsOf('user-1'), 'demo');
    cache.forget('other');
    await cache.get(claimsOf('user-1'), 'demo');
    expect(asked).toHaveLength(1);
  });

  it('given changes in more organizations than it tracks, asks again for everybody', async () => {
    const { cache, asked } = startCache(1);
    cache.forget('other');
    await cache.get(claimsOf('user-1'), 'demo');
    for (let org = 0; org < 100_000; org++) cache.forget(`org-${org}`);
    await cache.get(claimsOf('user-1'), 'demo');
    expect(asked).toHaveLength(2);
    await cache.get(claimsOf('user-1'), 'demo');
    expect(asked).toHaveLength(2);
  });
});
