import type { Caller } from '@svc/contracts/common';
import { callerOf } from './caller.js';
import { codeOf, startDemo, type Demo } from './demo.js';

const highest = 'DefaultSuperAdministratorRole';

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const demote = (caller: Caller, userId: string) =>
  demo.identity.assignRole({ caller, userId, roleName: 'DefaultUserRole' });
const remove = (caller: Caller, userId: string) => demo.identity.deleteUser({ caller, userId });
const removeKey = (caller: Caller, apiKeyId: string) => demo.identity.deleteApiKey({ caller, apiKeyId });
const newKey = async (caller: Caller, roleName = highest): Promise<string> =>
  (await demo.identity.createApiKey({ caller, duration: 'P1D', roleName })).apiKeyId;
/** Signed in with their own key. */
async function addSuperAdministrator(): Promise<Caller> {
  const { userId } = await demo.addUser();
  await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId });
  const apiKeyId = await newKey(await demo.as(userId));
  return callerOf(demo, { orgId: 'demo', userId, apiKeyId });
}

describe('the last super administrator of an organization', () => {
  it('can not give up the role or be deleted; the error says what to do first', async () => {
    const { owner } = demo;
    for (const change of [demote(owner, owner.userId), remove(owner, owner.userId)])
      await expect(change).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(
          'npm run admin -- organization grant-super-administrator demo',
        ) as unknown,
      });
    expect((await demo.as(owner.userId)).roleName).toBe(highest);
  });

  it('when the installer has named another with a key of their own, then can go', async () => {
    const { owner } = demo;
    const { userId } = await demo.addUser();
    await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId });
    await expect(remove(owner, owner.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has to create one first') as unknown,
    });
    await newKey(await demo.as(userId));
    expect(await codeOf(remove(owner, owner.userId))).toBe('no failure');
  });

  it.each([
    ['demoted', demote],
    ['deleted', remove],
  ])('when the last two are %s by each other at once, then one of them stays', async (_what, end) => {
    const [first, second] = [await addSuperAdministrator(), await addSuperAdministrator()];
    await end(first, demo.owner.userId);
    const outcomes = await Promise.all([
      codeOf(end(first, second.userId)),
      codeOf(end(second, first.userId)),
    ]);
    expect(outcomes.toSorted()).toEqual(['conflict', 'no failure']);
  });

  it('then others come and go as before', async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' });
    await demote(demo.owner, administrator.userId);
    expect(await codeOf(remove(demo.owner, administrator.userId))).toBe('no failure');
  });
});

describe('the last API key that signs in a super administrator', () => {
  it("can't be deleted; the error says what to do first, which works", async () => {
    await newKey(demo.owner, 'DefaultSvcAdministratorRole');
    await expect(removeKey(demo.owner, demo.apiKeyId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`with role_name ${highest}`) as unknown,
    });
    await newKey(demo.owner);
    expect(await codeOf(removeKey(demo.owner, demo.apiKeyId))).toBe('no failure');
  });

  it('when the last two are deleted at once, then one of them stays', async () => {
    const other = await newKey(demo.owner);
    const outcomes = await Promise.all(
      [demo.apiKeyId, other].map((apiKeyId) => codeOf(removeKey(demo.owner, apiKeyId))),
    );
    expect(outcomes.toSorted()).toEqual(['conflict', 'no failure']);
  });

  it('when it is deleted together with the creator of the other one, then one of them stays', async () => {
    const second = await addSuperAdministrator();
    const outcomes = await Promise.all([
      codeOf(removeKey(demo.owner, demo.apiKeyId)),
      codeOf(remove(demo.owner, second.userId)),
    ]);
    expect(outcomes.toSorted()).toEqual(['conflict', 'no failure']);
  });

  it('then an expired key does not count in its place, and can be deleted', async () => {
    const expiring = await newKey(demo.owner);
    demo.clock.advance(2 * 86_400_000);
    expect(await codeOf(removeKey(demo.owner, demo.apiKeyId))).toBe('conflict');
    expect(await codeOf(removeKey(demo.owner, expiring))).toBe('no failure');
  });
});

describe('the installer', () => {
  it('gives the highest role to a user; unknown users and organizations are not found', async () => {
    const grant = (orgId: string, userId: string) => demo.admin.grantSuperAdministrator({ orgId, userId });
    const { userId } = await demo.addUser();
    const { roleId } = await grant('demo', userId);
    expect(await demo.as(userId)).toMatchObject({ roleId, roleName: highest });
    expect(await grant('demo', userId)).toEqual({ roleId });
    expect(await codeOf(grant('demo', 'nobody'))).toBe('not_found');
    expect(await codeOf(grant('demo', 'a\u0000b'))).toBe('not_found');
    expect(await codeOf(grant('nowhere', userId))).toBe('organization_not_found');
  });
});
