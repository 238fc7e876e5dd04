import { ConditionType, type Caller, type Condition } from '@svc/contracts/common';
import { AdminVisibility, FrontendView } from '@svc/contracts/identity';
import { requestMetadata, userSubject } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import { IdentityStore } from '../src/adapters/identity-store.js';
import { EraseSubject } from '../src/application/erase-subject.js';
import { Memberships } from '../src/application/memberships.js';
import { callerOf } from './caller.js';
import { codeOf, newUser, startDemo, superUserOf, type Demo } from './demo.js';
import { profileOf } from './user-profiles.js';

const highest = 'DefaultSuperAdministratorRole';

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const found = (caller: Caller, orgId = 'clinic') =>
  demo.identity.createOrganization({ caller, orgId, orgName: 'Clinic', userDimensions: [] });
const tokenOf = ({ userId }: Caller) => ({ orgId: 'demo', userId, apiKeyId: demo.apiKeyId });
const enter = (user: Caller, orgId = 'clinic') => callerOf(demo, tokenOf(user), orgId);
const remove = (caller: Caller, userId: string) => demo.identity.deleteUser({ caller, userId });
const newKey = (caller: Caller, roleName = highest) =>
  demo.identity.createApiKey({ caller, duration: 'P1D', roleName });
/** May create organizations, and is not the last super administrator of the demo. */
async function addFounder(): Promise<Caller> {
  const { userId } = await demo.addUser();
  await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId });
  return demo.as(userId);
}
/** A user of the clinic, signed in with a key. */
async function addTo(clinic: Caller, { apiKeyId = '' }: { apiKeyId?: string }, roleName = 'DefaultUserRole') {
  const { userId } = await demo.identity.createUser(newUser(clinic, { roleName }));
  return callerOf(demo, { orgId: 'clinic', userId, apiKeyId });
}
const entered = (user: Caller, orgId = 'clinic') =>
  codeOf(demo.identity.getAccess({ ...tokenOf(user), enteredOrgId: orgId }));

describe('an organization that a user has created', () => {
  it('when its creator enters it, then they are a super administrator there, with grants on that organization only', async () => {
    await found(demo.owner);
    const member = await enter(demo.owner);
    const own = (await superUserOf(demo, 'clinic')).roleId;
    expect(member).toMatchObject({ orgId: 'demo', tenantId: 'org:clinic', roleName: highest, roleId: own });
    expect(member.displayName).toBe('Ada Admin');
    const organizations = member.grants.map(({ conditions }) => conditions['org_id']);
    for (const condition of organizations)
      expect(condition).toMatchObject({ values: [{ value: { $case: 'text', value: 'clinic' } }] });
    expect(member.grants.map(({ permissionName }) => permissionName)).not.toContain(
      'Organization:CreateOrganization',
    );
  });

  it('when anybody else tries, then it looks as if it did not exist', async () => {
    await found(demo.owner);
    const other = await addFounder();
    const answers = ['clinic', 'nowhere', 'a\u0000b', ''].map((orgId) =>
      demo.identity.getAccess({ ...tokenOf(other), enteredOrgId: orgId }).then(() => 'entered', String),
    );
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(await entered(other)).toBe('organization_not_found');
  });

  it('when its creator has few rights at home, then they still have the highest role here', async () => {
    await demo.identity.createRole({
      caller: demo.owner,
      roleName: 'Founder',
      description: 'Founds organizations',
      frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
      permissionGrants: [{ permissionName: 'Organization:CreateOrganization', conditions: {} }],
    });
    const creator = await demo.addUser({ roleName: 'Founder' });
    await found(creator);
    expect((await enter(creator)).roleName).toBe(highest);
  });

  it('when its creator is deleted at that moment, then there is no organization, or one without the member', async () => {
    const creator = await addFounder();
    const outcomes = await Promise.all([codeOf(found(creator)), codeOf(remove(demo.owner, creator.userId))]);
    expect(['no failure', 'unauthenticated']).toContain(outcomes[0]);
    expect(outcomes[1]).toBe('no failure');
    const { rows } = await demo.storage.database.query({
      name: 'members',
      text: 'SELECT FROM identity.membership',
      values: [],
    });
    expect(rows).toEqual([]);
  });
});

describe('a member', () => {
  it('creates the first users and keys, up to their role there', async () => {
    await found(demo.owner);
    const member = await enter(demo.owner);
    const key = await newKey(member);
    const administrator = await addTo(member, key, 'DefaultSvcAdministratorRole');
    expect(administrator).toMatchObject({ orgId: 'clinic', roleName: 'DefaultSvcAdministratorRole' });
    const { idToken } = await demo.identity.signInWithApiKey({
      ...key,
      orgId: 'clinic',
      userId: administrator.userId,
    });
    expect(idToken).not.toBe('');
    expect(await codeOf(demo.identity.createUser(newUser(member, { roleName: highest })))).toBe(
      'permission_denied',
    );
  });

  it('is judged by the role there, not by the one at home', async () => {
    const creator = await addFounder();
    await found(creator);
    const roleName = 'DefaultUserRole';
    await demo.identity.assignRole({ caller: demo.owner, userId: creator.userId, roleName });
    expect(await codeOf(newKey(await demo.as(creator.userId), roleName))).toBe('permission_denied');
    expect(await codeOf(newKey(await enter(creator)))).toBe('no failure');
  });

  it('is no user there: not listed, not changed, assigned no role, and not signed in by its keys', async () => {
    await found(demo.owner);
    const caller = await enter(demo.owner);
    const { userId } = caller;
    const { apiKeyId, apiKey } = await newKey(caller);
    const page = { limit: 10, offset: 0 };
    const listed = await demo.identity.listUsers({ caller, userIds: [userId], emails: [], page, sortBy: [] });
    expect(listed.users).toEqual([]);
    const codes = [
      demo.identity.updateUser({ caller, userId, additionalContext: [] }),
      demo.identity.assignRole({ caller, userId, roleName: 'DefaultUserRole' }),
      demo.admin.issueApiKey({ orgId: 'clinic', userId, duration: 'P1D' }),
      demo.admin.grantSuperAdministrator({ orgId: 'clinic', userId }),
      demo.identity.signInWithApiKey({ orgId: 'clinic', userId, apiKeyId, apiKey }),
    ];
    expect(await Promise.all(codes.map(codeOf))).toEqual([
      ...Array<string>(4).fill('not_found'),
      'unauthenticated',
    ]);
  });

  it('is known to other contexts by their profile and key of home and their role there', async () => {
    await found(demo.owner);
    const { userId, roleId } = await enter(demo.owner);
    expect(await profileOf(demo.identity, userId, 'clinic')).toMatchObject({
      displayName: 'Ada Admin',
      roleId,
      homeOrgId: 'demo',
    });
    expect((await profileOf(demo.identity, userId))?.homeOrgId).toBeUndefined();
    const keys = await demo.identity.getUserContexts({
      users: ['demo', 'clinic'].map((orgId) => ({ orgId, userId })),
    });
    const [home, there] = keys.users.map(({ dataKey }) => dataKey);
    expect(there).toEqual(home);
    expect(home?.subject).toBe(userSubject('org:demo', userId));
  });

  it('is found by the role there, and by what they let administrators see', async () => {
    await found(demo.owner);
    const { userId, roleId } = await enter(demo.owner);
    const equals = (value: Condition['values'][number]): Condition => ({
      type: ConditionType.CONDITION_TYPE_EQUALS,
      values: [value],
    });
    const conditions = {
      user_role_id: equals({ value: { $case: 'text', value: roleId } }),
      visible_to_admins: equals({ value: { $case: 'flag', value: true } }),
    };
    const visibility = AdminVisibility.ADMIN_VISIBILITY_CONVERSATIONS;
    const resolved = async () =>
      (await demo.identity.resolveUserIds({ orgId: 'clinic', conditions, visibility })).userIds;
    expect(await resolved()).toContain(userId);
    const change = { caller: demo.owner, userId, additionalContext: [] };
    await demo.identity.updateUser({ ...change, conversationsVisibleToAdmins: false });
    expect(await resolved()).not.toContain(userId);
  });
});

describe('a membership that ends', () => {
  it('when an administrator there deletes the member, then it ends only there', async () => {
    await found(demo.owner);
    await found(demo.owner, 'other');
    const superUser = await superUserOf(demo, 'clinic');
    await remove(superUser, demo.owner.userId);
    expect(await entered(demo.owner)).toBe('organization_not_found');
    expect(await entered(demo.owner, 'other')).toBe('no failure');
    expect((await demo.as(demo.owner.userId)).roleName).toBe(highest);
    expect(await profileOf(demo.identity, demo.owner.userId, 'clinic')).toBeUndefined();
    expect(await codeOf(remove(superUser, demo.owner.userId))).toBe('not_found');
  });

  it('ends the keys that the member has created there', async () => {
    await found(demo.owner);
    const superUser = await superUserOf(demo, 'clinic');
    const member = await enter(demo.owner);
    const key = await newKey(member);
    const user = await addTo(member, key);
    await remove(superUser, demo.owner.userId);
    const signIn = demo.identity.signInWithApiKey({ ...key, orgId: 'clinic', userId: user.userId });
    expect(await codeOf(signIn)).toBe('unauthenticated');
  });

  it('makes room for a key of the installer, but only once the member is gone', async () => {
    await found(demo.owner);
    const member = await enter(demo.owner);
    const page = { limit: 10, offset: 0 };
    const all = { userIds: [], emails: [], page, sortBy: [] };
    const { users } = await demo.identity.listUsers({ caller: member, ...all });
    const superUser = { orgId: 'clinic', userId: users[0]?.userId ?? '' };
    const issue = () => demo.admin.issueApiKey({ ...superUser, duration: 'P1D' });
    for (let keys = 1; keys < 20; keys++) await newKey(member);
    const { apiKey } = await issue();
    expect(await codeOf(issue())).toBe('limit_reached');
    const caller = await callerOf(demo, { ...superUser, apiKeyId: apiKey?.apiKeyId ?? '' });
    await remove(caller, member.userId);
    expect(await codeOf(issue())).toBe('no failure');
  });

  it('when those below the member try to end it, then it is refused', async () => {
    await found(demo.owner);
    const member = await enter(demo.owner);
    const key = await newKey(member);
    const below = await addTo(member, key, 'DefaultSvcAdministratorRole');
    const powerless = await addTo(member, key);
    for (const caller of [below, powerless])
      expect(await codeOf(remove(caller, member.userId))).toBe('permission_denied');
  });

  it.each([
    ['the member is deleted at home', (userId: string) => remove(demo.owner, userId)],
    [
      'the erasure of the member is repeated after a restore',
      async (userId: string) => {
        const subject = userSubject('org:demo', userId);
        await (await demo.replica()).get(EraseSubject).execute({ subject });
      },
    ],
  ])('when %s, then it ends everywhere, with an event in each organization', async (_what, erase) => {
    const creator = await addFounder();
    await found(creator);
    await found(creator, 'other');
    await erase(creator.userId);
    const store = (await demo.replica()).get(IdentityStore);
    for (const orgId of ['clinic', 'other']) {
      const events = await store.readStream(
        demo.storage.database,
        `org:${orgId}/membership/${creator.userId}`,
      );
      expect(events.map(({ event, subject }) => [event.type, subject])).toEqual(
        ['MembershipCreated', 'MembershipDeleted'].map((type) => [
          type,
          userSubject('org:demo', creator.userId),
        ]),
      );
    }
    expect(await demo.identity.getAccess({ ...tokenOf(creator), enteredOrgId: 'clinic' })).toMatchObject({
      active: false,
    });
    expect(await profileOf(demo.identity, creator.userId, 'clinic')).toBeUndefined();
  });

  it('given that it has just ended there, then the deletion of the member at home still succeeds', async () => {
    const creator = await addFounder();
    await found(creator);
    const superUser = await superUserOf(demo, 'clinic');
    const memberships = (await demo.replica()).get(Memberships);
    const user = { orgId: 'demo', userId: creator.userId };
    const metadata = requestMetadata('installer', { requestId: 'r-1', traceparent: undefined });
    const ending = demo.storage.database.transaction((tx) => {
      const looked: Tx['query'] = async (statement) => {
        const result = await tx.query(statement);
        if (statement.name === 'identity.select_memberships_of_user') await remove(superUser, user.userId);
        return result as never;
      };
      return memberships.endAllOf({ ...tx, query: looked }, user, metadata);
    });
    expect(await codeOf(ending)).toBe('no failure');
  });
});

describe('an organization with only a member and its first super user as super administrators', () => {
  let member: Caller;
  beforeEach(async () => {
    await found(demo.owner);
    member = await enter(demo.owner);
  });

  /** A super administrator of the clinic, who signs in with the member's key. */
  async function addSuperAdministrator(): Promise<Caller> {
    const key = await newKey(member);
    const { userId } = await addTo(member, key);
    await demo.admin.grantSuperAdministrator({ orgId: 'clinic', userId });
    return callerOf(demo, { orgId: 'clinic', userId, apiKeyId: key.apiKeyId });
  }

  it('keeps the member until another has a key of their own, since nobody else could sign in', async () => {
    await expect(remove(member, member.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has to create one first') as unknown,
    });
    const other = await addSuperAdministrator();
    expect(await codeOf(remove(other, member.userId))).toBe('conflict');
    await newKey(other);
    expect(await codeOf(remove(member, member.userId))).toBe('no failure');
  });

  it('when the super user goes, then it keeps the member as the last super administrator', async () => {
    const { userId } = await superUserOf(demo, 'clinic');
    await remove(member, userId);
    await expect(remove(member, member.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('grant-super-administrator clinic') as unknown,
    });
  });

  it('can delete its keys, since the member needs none of them', async () => {
    const { apiKeyId } = await newKey(member);
    expect(await codeOf(demo.identity.deleteApiKey({ caller: member, apiKeyId }))).toBe('no failure');
  });

  it('when the member is deleted at home, then it does not prevent it', async () => {
    const creator = await addFounder();
    await found(creator, 'lonely');
    await remove(await enter(creator, 'lonely'), (await superUserOf(demo, 'lonely')).userId);
    expect(await codeOf(remove(demo.owner, creator.userId))).toBe('no failure');
  });
});
