import type { CreateOrganizationRequest } from '@svc/contracts/identity';
import { FrontendView } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, granted, newUser, startDemo, superUserOf, type Demo } from './demo.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const request = (changes: Partial<CreateOrganizationRequest> = {}): CreateOrganizationRequest => ({
  caller: demo.owner,
  orgId: 'clinic',
  orgName: 'The Clinic',
  userDimensions: [{ description: 'How they sleep', tags: ['sleep'] }],
  ...changes,
});
describe('a created organization', () => {
  const preferences = {
    enableResponseRecommendation: true,
    preferredLanguage: 'fra',
    conversationsVisibleToAdmins: true,
    userModelVisibleToAdmins: false,
    timezone: 'Europe/Paris',
    audioKeyterms: [],
  };

  it("then it has roles, a super user who can't create organizations, and defaults for its users", async () => {
    await demo.identity.createOrganization(request({ orgId: 'lycee', defaultUserPreferences: preferences }));
    const superUser = await superUserOf(demo, 'lycee');
    expect(superUser).toMatchObject({ orgId: 'lycee', roleName: 'DefaultSuperAdministratorRole' });
    expect(superUser.grants.map(({ permissionName }) => permissionName)).not.toContain(
      'Organization:CreateOrganization',
    );
    const { userId } = await demo.identity.createUser(newUser(superUser));
    const context = await profileOf(demo.identity, userId, 'lycee');
    expect(context).toMatchObject({ preferredLanguage: 'fra', userModelVisibleToAdmins: false });
  });

  it('then anybody sees the public part, and the rest needs the permission', async () => {
    await demo.identity.createOrganization(request());
    expect(await demo.identity.getOrganization({ orgId: 'clinic' })).toEqual({
      orgId: 'clinic',
      orgName: 'The Clinic',
      details: undefined,
    });
    const superUser = await superUserOf(demo, 'clinic');
    expect(await demo.identity.getOrganization({ orgId: 'clinic', caller: superUser })).toMatchObject({
      details: {
        defaultUserPreferences: { conversationsVisibleToAdmins: true, userModelVisibleToAdmins: true },
        userDimensions: [{ description: 'How they sleep', tags: ['sleep'] }],
      },
    });
    for (const [orgId, caller] of [
      ['clinic', demo.owner],
      ['demo', superUser],
    ] as const) {
      expect((await demo.identity.getOrganization({ orgId, caller })).details).toBeUndefined();
    }
  });

  it("then its own roles can't grant the permission to create organizations", async () => {
    await demo.identity.createOrganization(request({ orgId: 'ambitious' }));
    const role = (caller = demo.owner) => ({
      caller,
      roleName: 'Founder',
      description: 'Founds organizations',
      frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
      permissionGrants: [{ permissionName: 'Organization:CreateOrganization', conditions: {} }],
    });
    const refused = demo.identity.createRole(role(await superUserOf(demo, 'ambitious')));
    expect(await brokenFieldsOf(refused)).toEqual(['body.permission_grants.0.permission_name']);
    expect(await codeOf(demo.identity.createRole(role()))).toBe('no failure');
  });

  it('then users of another organization are not its own', async () => {
    await demo.identity.createOrganization(request({ orgId: 'apart' }));
    const superUser = await superUserOf(demo, 'apart');
    const list = { userIds: [], emails: [], page: { limit: 100, offset: 0 }, sortBy: [] };
    const { users } = await demo.identity.listUsers({ caller: superUser, ...list });
    expect(users.map(({ userId }) => userId)).toEqual([superUser.userId]);
    const abroad = { ...superUser, tenantId: 'org:demo' };
    expect((await demo.identity.listUsers({ caller: abroad, ...list })).users).toEqual([]);
    expect(await codeOf(demo.identity.deleteUser({ caller: abroad, userId: demo.owner.userId }))).toBe(
      'permission_denied',
    );
    const { userId } = await demo.addUser();
    expect(await codeOf(demo.identity.deleteUser({ caller: superUser, userId }))).toBe('not_found');
  });

  it('then roles and keys of another organization are not its own, and let nobody in', async () => {
    await demo.identity.createOrganization(request({ orgId: 'aside' }));
    const superUser = await superUserOf(demo, 'aside');
    const all = { ids: [], names: [], withPermissionGrants: false };
    const { roles } = await demo.identity.listRoles({ caller: superUser, ...all });
    expect(roles).toHaveLength(4);
    const { roles: abroad } = await demo.identity.listRoles({ caller: demo.owner, ...all });
    expect(abroad.map(({ id }) => id)).not.toContain(roles[0]?.id);
    const { apiKeys } = await demo.identity.listApiKeys({ caller: superUser });
    expect(apiKeys.map(({ creatorUserId }) => creatorUserId)).toEqual([superUser.userId]);

    const key = { apiKeyId: demo.apiKeyId, apiKey: demo.apiKey };
    for (const userId of [superUser.userId, demo.owner.userId]) {
      const signIn = demo.identity.signInWithApiKey({ ...key, orgId: 'aside', userId });
      expect(await codeOf(signIn)).toBe('unauthenticated');
    }
    const signIn = demo.identity.signInWithApiKey({ ...key, orgId: 'demo', userId: superUser.userId });
    expect(await codeOf(signIn)).toBe('unauthenticated');
  });

  it('then a role name means its own role, also if all organizations have one of that name', async () => {
    await demo.identity.createOrganization(request({ orgId: 'alike' }));
    const superUser = await superUserOf(demo, 'alike');
    const { roles } = await demo.identity.listRoles({
      caller: superUser,
      ids: [],
      names: [],
      withPermissionGrants: false,
    });
    const idOf = (roleName: string) => roles.find(({ name }) => name === roleName)?.id;
    const { userId } = await demo.identity.createUser(newUser(superUser, { roleName: 'DefaultUserRole' }));
    const roleOf = async () => {
      const one = { userIds: [userId], emails: [], page: { limit: 1, offset: 0 }, sortBy: [] };
      const { users } = await demo.identity.listUsers({ caller: superUser, ...one });
      return users.map(({ roleId }) => roleId);
    };
    expect(await roleOf()).toEqual([idOf('DefaultUserRole')]);
    const roleName = 'DefaultAdministratorRole';
    const { roleId } = await demo.identity.assignRole({ caller: superUser, roleName, userId });
    expect([roleId, ...(await roleOf())]).toEqual([idOf(roleName), idOf(roleName)]);
  });
});

describe('the dimensions of an organization', () => {
  const eating = [{ description: 'How they eat', tags: ['food'] }];
  const dimensionsOf = async (orgId: string) =>
    (await demo.identity.resolveUserDimensions({ orgId })).userDimensions;

  it('when an administrator changes them, then other contexts and those who may see details find them', async () => {
    await demo.identity.createOrganization(request({ orgId: 'changing' }));
    const caller = await superUserOf(demo, 'changing');
    await demo.identity.updateOrganization({ caller, userDimensions: { items: eating } });
    expect(await dimensionsOf('changing')).toEqual(eating);
    expect((await demo.identity.listUserDimensions({ caller })).userDimensions).toEqual(eating);
    await demo.identity.updateOrganization({ caller });
    expect(await dimensionsOf('changing')).toEqual(eating);
  });

  it('when preferences change, then users created later begin with them', async () => {
    await demo.identity.createOrganization(request({ orgId: 'hiding' }));
    const caller = await superUserOf(demo, 'hiding');
    const defaultUserPreferences = {
      enableResponseRecommendation: false,
      conversationsVisibleToAdmins: true,
      userModelVisibleToAdmins: false,
      audioKeyterms: [],
    };
    await demo.identity.updateOrganization({ caller, defaultUserPreferences });
    const { userId } = await demo.identity.createUser(newUser(caller));
    expect(await profileOf(demo.identity, userId, 'hiding')).toMatchObject({
      userModelVisibleToAdmins: false,
    });
    expect(await dimensionsOf('hiding')).toHaveLength(1);
  });

  it('without the permissions, and given another organization, then they are neither shown nor changed', async () => {
    await demo.identity.createOrganization(request({ orgId: 'closed' }));
    const caller = granted(await superUserOf(demo, 'closed'));
    const abroad = { ...demo.owner, tenantId: 'org:closed' };
    for (const nobody of [caller, abroad]) {
      const change = demo.identity.updateOrganization({ caller: nobody, userDimensions: { items: eating } });
      expect(await codeOf(change)).toBe('permission_denied');
      expect(await codeOf(demo.identity.listUserDimensions({ caller: nobody }))).toBe('permission_denied');
    }
    expect(await dimensionsOf('closed')).not.toEqual(eating);
    expect(await codeOf(dimensionsOf('none'))).toBe('organization_not_found');
  });
});

describe('creating an organization', () => {
  it('when the permission is missing, then it is refused', async () => {
    const caller = granted(demo.owner);
    expect(await codeOf(demo.identity.createOrganization(request({ caller })))).toBe('permission_denied');
  });

  it('when there is no caller, then it is refused', async () => {
    const nobody = { ...request(), caller: undefined };
    expect(await codeOf(demo.identity.createOrganization(nobody))).toBe('unauthenticated');
  });

  it('when the id is reserved or malformed, then it is refused', async () => {
    const ids = [
      'me',
      'oauth',
      'Platform',
      'openapi.json',
      '4D1E1C0E-9C1D-4A53-B3F5-3C1D4F3B0A11',
      'a b',
      '-a',
      '',
    ];
    for (const orgId of [...ids, 'x'.repeat(65)]) {
      expect(await codeOf(demo.identity.createOrganization(request({ orgId })))).toBe('invalid_request');
    }
  });

  it('when the id is taken, also at the same moment, then it is a conflict', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map(() => codeOf(demo.identity.createOrganization(request({ orgId: 'raced' })))),
    );
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'no failure']);
  });

  it('when fields are broken, then all of them are named', async () => {
    const broken = request({
      orgId: 'broken',
      orgName: '',
      userDimensions: [{ description: '', tags: ['ok', ' '] }],
    });
    expect(await brokenFieldsOf(demo.identity.createOrganization(broken))).toEqual([
      'body.org_name',
      'body.user_dimensions.0.description',
      'body.user_dimensions.0.tags.1',
    ]);
  });
});

describe('an unknown organization', () => {
  it('then it is not found', async () => {
    for (const orgId of ['nowhere', 'a\u0000b', '']) {
      expect(await codeOf(demo.identity.getOrganization({ orgId }))).toBe('organization_not_found');
    }
  });
});
