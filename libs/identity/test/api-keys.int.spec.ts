import type { Caller } from '@svc/contracts/common';
import type { CreateApiKeyRequest } from '@svc/contracts/identity';
import { codeOf, granted, seedRequest, startDemo, superUserOf, type Demo } from './demo.js';
import { callerOf } from './caller.js';
import { startMs } from './identity-process.js';

const dayMs = 86_400_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const create = (changes: Partial<CreateApiKeyRequest> = {}) =>
  demo.identity.createApiKey({
    caller: demo.owner,
    duration: 'P30D',
    roleName: 'DefaultAdministratorRole',
    ...changes,
  });
const keys = async (caller: Caller) => (await demo.identity.listApiKeys({ caller })).apiKeys;

describe('a created API key', () => {
  it('then it is listed without its secret, which was returned once', async () => {
    const { apiKey, apiKeyId, expiresAtMs } = await create({ name: 'Continuous integration' });
    expect(apiKey).toMatch(/^svc_[0-9A-Za-z]{49}$/);
    expect(expiresAtMs).toBe(startMs + 30 * dayMs);
    const listed = await keys(demo.owner);
    expect(listed.find((key) => key.apiKeyId === apiKeyId)).toEqual({
      orgId: 'demo',
      recordId: expect.stringMatching(/^[0-9a-f]{24}$/),
      apiKeyId,
      name: 'Continuous integration',
      creatorUserId: demo.owner.userId,
      roleId: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAtMs: startMs,
      updatedAtMs: startMs,
      expiresAtMs,
    });
  });

  it('then it signs in users up to and including its role, and nobody above', async () => {
    const key = await create();
    const signIn = (userId: string) =>
      codeOf(demo.identity.signInWithApiKey({ ...key, orgId: 'demo', userId }));
    const user = await demo.addUser();
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    expect(await signIn(user.userId)).toBe('no failure');
    expect(await signIn(administrator.userId)).toBe('no failure');
    expect(await signIn(demo.owner.userId)).toBe('unauthenticated');
  });

  it('when its creator falls below a user, then it no longer signs that user in', async () => {
    const creator = await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' });
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const key = await create({ caller: creator });
    const token = { orgId: 'demo', userId: administrator.userId, apiKeyId: key.apiKeyId };
    expect((await demo.identity.getAccess(token)).active).toBe(true);
    const demotion = { caller: demo.owner, userId: creator.userId, roleName: 'DefaultUserRole' };
    await demo.identity.assignRole(demotion);
    expect((await demo.identity.getAccess(token)).active).toBe(false);
  });

  it('when its creator is deleted, then it signs nobody in', async () => {
    const creator = await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' });
    const key = await create({ caller: creator });
    const user = await demo.addUser();
    await demo.identity.deleteUser({ caller: demo.owner, userId: creator.userId });
    const signIn = demo.identity.signInWithApiKey({ ...key, orgId: 'demo', userId: user.userId });
    expect(await codeOf(signIn)).toBe('unauthenticated');
  });

  it('when it expires, then its tokens end', async () => {
    const { apiKeyId } = await create({ duration: 'P1D' });
    const user = await demo.addUser();
    const token = { orgId: 'demo', userId: user.userId, apiKeyId };
    demo.clock.advance(dayMs);
    expect((await demo.identity.getAccess(token)).active).toBe(false);
    demo.clock.advance(-dayMs);
  });
});

describe('an administrator whose key is about to expire', () => {
  it.each(['DefaultAdministratorRole', 'DefaultSvcAdministratorRole', 'DefaultSuperAdministratorRole'])(
    'with %s, then they create its successor, sign in with it and delete the old one',
    async (roleName) => {
      const { userId } =
        roleName === 'DefaultSuperAdministratorRole' ? demo.owner : await demo.addUser({ roleName });
      const { apiKey: old } = await demo.admin.issueApiKey({ orgId: 'demo', userId, duration: 'P1D' });
      const signedInWith = (apiKeyId = '') => callerOf(demo, { orgId: 'demo', userId, apiKeyId });

      const key = await create({ caller: await signedInWith(old?.apiKeyId), roleName });
      await demo.identity.signInWithApiKey({ ...key, orgId: 'demo', userId });
      const caller = await signedInWith(key.apiKeyId);
      await demo.identity.deleteApiKey({ caller, apiKeyId: old?.apiKeyId ?? '' });

      expect(await codeOf(create({ caller: await signedInWith(key.apiKeyId) }))).toBe('no failure');
      await demo.identity.deleteApiKey({ caller, apiKeyId: key.apiKeyId });
    },
  );

  it('then the successor signs in nobody above its creator', async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const key = await create({ caller: administrator });
    const above = await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' });
    const signIn = demo.identity.signInWithApiKey({ ...key, orgId: 'demo', userId: above.userId });
    expect(await codeOf(signIn)).toBe('unauthenticated');
  });
});

describe('creating an API key', () => {
  it('when the role is unknown, then it is not found', async () => {
    expect(await codeOf(create({ roleName: 'NoSuchRole' }))).toBe('not_found');
  });

  it("when the role is above the caller's, then it is refused", async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const asAdministrator = (roleName: string) => codeOf(create({ caller: administrator, roleName }));
    expect(await asAdministrator('DefaultSvcAdministratorRole')).toBe('permission_denied');
    expect(await asAdministrator('DefaultAdministratorRole')).toBe('no failure');
    expect(await asAdministrator('DefaultUserRole')).toBe('no failure');
    expect(await codeOf(create({ caller: granted(demo.owner) }))).toBe('permission_denied');
  });

  it('when name or duration is broken, then it is refused', async () => {
    expect(await codeOf(create({ duration: 'P91D' }))).toBe('validation_failed');
    expect(await codeOf(create({ name: ' ' }))).toBe('validation_failed');
    expect(await codeOf(create({ name: 'x'.repeat(257) }))).toBe('validation_failed');
  });

  it('when several requests compete for the last free place, then there are never more than twenty keys', async () => {
    await demo.admin.seedOrganization({ ...seedRequest, orgId: 'full' });
    const caller = await superUserOf(demo, 'full');
    const held = (await keys(caller)).length;
    for (let count = held; count < 18; count++) await create({ caller });
    const codes = await Promise.all([1, 2, 3, 4, 5].map(() => codeOf(create({ caller }))));
    expect(codes.toSorted()).toEqual([...Array<string>(3).fill('limit_reached'), 'no failure', 'no failure']);
    const [first, ...others] = await keys(caller);
    expect(others).toHaveLength(19);
    await demo.identity.deleteApiKey({ caller, apiKeyId: first?.apiKeyId ?? '' });
    expect(await codeOf(create({ caller }))).toBe('no failure');
    expect(await codeOf(create({ caller }))).toBe('limit_reached');
  });
});

describe('a deleted API key', () => {
  it('then it is gone, and so are its tokens', async () => {
    const key = await create();
    const user = await demo.addUser();
    const token = { orgId: 'demo', userId: user.userId, apiKeyId: key.apiKeyId };
    const deletion = { caller: demo.owner, apiKeyId: key.apiKeyId };
    expect(await demo.identity.deleteApiKey(deletion)).toEqual({ apiKeyId: key.apiKeyId });
    expect((await demo.identity.getAccess(token)).active).toBe(false);
    expect(await codeOf(demo.identity.signInWithApiKey({ ...token, apiKey: key.apiKey }))).toBe(
      'unauthenticated',
    );
    expect((await keys(demo.owner)).map(({ apiKeyId }) => apiKeyId)).not.toContain(key.apiKeyId);
    expect(await codeOf(demo.identity.deleteApiKey(deletion))).toBe('not_found');
  });

  it('when the id is unknown or odd, then it is not found', async () => {
    for (const apiKeyId of ['4d1e1c0e-9c1d-4a53-b3f5-3c1d4f3b0a11', 'x', 'a\u0000b', '']) {
      expect(await codeOf(demo.identity.deleteApiKey({ caller: demo.owner, apiKeyId }))).toBe('not_found');
    }
  });

  it('when the caller lacks the permission, then nothing changes', async () => {
    const user = await demo.addUser();
    const deletion = demo.identity.deleteApiKey({ caller: user, apiKeyId: demo.apiKeyId });
    expect(await codeOf(deletion)).toBe('permission_denied');
    expect((await keys(demo.owner)).map(({ apiKeyId }) => apiKeyId)).toContain(demo.apiKeyId);
    expect(await keys(user)).toEqual([]);
  });
});
