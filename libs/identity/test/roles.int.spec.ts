import { ConditionType, type Caller, type Grant } from '@svc/contracts/common';
import { FrontendView, type CreateRoleRequest } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, granted, seedRequest, startDemo, superUserOf, type Demo } from './demo.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const equals = (value: string) => ({
  type: ConditionType.CONDITION_TYPE_EQUALS,
  values: [{ value: { $case: 'text' as const, value } }],
});
const grant = (permissionName: string, conditions: Grant['conditions'] = {}): Grant => ({
  permissionName,
  conditions,
});
const roles = async (caller: Caller, filter: object = {}) =>
  (await demo.identity.listRoles({ caller, ids: [], names: [], withPermissionGrants: false, ...filter }))
    .roles;
let made = 0;
const newRole = (changes: Partial<CreateRoleRequest> = {}): CreateRoleRequest => ({
  caller: demo.owner,
  roleName: `Role ${++made}`,
  description: 'A role of its own',
  frontendView: FrontendView.FRONTEND_VIEW_CLIENT,
  permissionGrants: [grant('Service:GetService', { org_id: equals('{self_org_id}') })],
  ...changes,
});

describe('a fresh organization', () => {
  it('has the four default roles, lowest first', async () => {
    expect((await roles(demo.owner)).map(({ name, frontendView }) => [name, frontendView])).toEqual([
      ['DefaultUserRole', FrontendView.FRONTEND_VIEW_CLIENT],
      ['DefaultAdministratorRole', FrontendView.FRONTEND_VIEW_ADMIN],
      ['DefaultSvcAdministratorRole', FrontendView.FRONTEND_VIEW_ADMIN],
      ['DefaultSuperAdministratorRole', FrontendView.FRONTEND_VIEW_ADMIN],
    ]);
  });
});

describe('a list of roles', () => {
  it('leaves out grants unless asked for, and keeps their templates', async () => {
    const names = ['DefaultUserRole'];
    expect(await roles(demo.owner, { names })).toMatchObject([{ permissionGrants: [] }]);
    const [role] = await roles(demo.owner, { names, withPermissionGrants: true });
    expect(JSON.stringify(role?.permissionGrants)).toContain('{self_user_id}');
  });

  it('can be filtered by id and name', async () => {
    const [first, second] = await roles(demo.owner);
    expect(await roles(demo.owner, { ids: [first?.id] })).toEqual([first]);
    expect(await roles(demo.owner, { ids: [first?.id], names: [second?.name] })).toEqual([]);
    expect(await roles(demo.owner, { names: ['a\u0000b'] })).toEqual([]);
  });

  it('has only what the grants allow', async () => {
    const [first] = await roles(demo.owner);
    const oneRole = granted(demo.owner, grant('Role:GetRole', { role_id: equals(first?.id ?? '') }));
    expect(await roles(oneRole)).toEqual([first]);
    expect(await roles(granted(demo.owner))).toEqual([]);
  });
});

describe('a custom role', () => {
  it('grants its users its permissions with their conditions, templates filled in', async () => {
    const request = newRole({
      permissionGrants: [grant('User:GetUserInfo', { user_id: equals('{self_user_id}') })],
    });
    const { roleId } = await demo.identity.createRole(request);
    const user = await demo.addUser({ roleName: request.roleName });
    expect(user).toMatchObject({ roleId, roleName: request.roleName });
    // Without a condition on organizations it means the own one.
    const conditions = { org_id: equals('demo'), user_id: equals(user.userId) };
    expect(user.grants).toEqual([grant('User:GetUserInfo', conditions)]);
    const page = { limit: 100, offset: 0 };
    const { users } = await demo.identity.listUsers({
      caller: user,
      userIds: [],
      emails: [],
      page,
      sortBy: [],
    });
    expect(users.map(({ userId }) => userId)).toEqual([user.userId]);
  });

  it('when the name looks like another, then it is a conflict, and a name of mixed scripts is refused', async () => {
    const create = (roleName: string) => demo.identity.createRole(newRole({ roleName }));
    await create('Reviewer');
    for (const alike of ['reviewer', 'Re\u200bviewer', 'Ｒeviewer', 'Reviewer\ufe0f'])
      expect(await codeOf(create(alike))).toBe('conflict');
    expect(await codeOf(create('defaultuserrole'))).toBe('conflict');
    expect(await brokenFieldsOf(create('Rеviеwеr'))).toEqual(['body.role_name']);
    expect(await brokenFieldsOf(create('\u200b'))).toEqual(['body.role_name']);
    expect(await codeOf(create('Reviewers'))).toBe('no failure');
  });

  it('when the name is taken, also at the same moment, then it is a conflict', async () => {
    const request = newRole();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(demo.identity.createRole(request))));
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'no failure']);
    await expect(demo.identity.createRole(newRole({ roleName: 'DefaultUserRole' }))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Choose another') as unknown,
    });
  });

  it('when the organization is at its limit of roles, also at the same moment, then it is refused', async () => {
    await demo.admin.seedOrganization({ ...seedRequest, orgId: 'roles' });
    const caller = await superUserOf(demo, 'roles');
    const held = (await roles(caller)).length;
    const create = () => codeOf(demo.identity.createRole(newRole({ caller, permissionGrants: [] })));
    for (let count = held; count < 198; count++) expect(await create()).toBe('no failure');
    const codes = await Promise.all([1, 2, 3].map(create));
    expect(codes.toSorted()).toEqual(['limit_reached', 'no failure', 'no failure']);
    expect(await roles(caller)).toHaveLength(200);
  });

  it('when fields are broken, then it is refused', async () => {
    const broken = (changes: Partial<CreateRoleRequest>) =>
      brokenFieldsOf(demo.identity.createRole(newRole(changes)));
    expect(await broken({ roleName: '', description: ' ' })).toEqual(['body.role_name', 'body.description']);
    expect(await broken({ roleName: 'x'.repeat(257) })).toEqual(['body.role_name']);
    expect(await broken({ frontendView: FrontendView.FRONTEND_VIEW_UNSPECIFIED })).toEqual([
      'body.frontend_view',
    ]);
    const unknown = [grant('Service:GetService'), grant('Service:DoWhatever')];
    expect(await broken({ permissionGrants: unknown })).toEqual(['body.permission_grants.1']);
  });

  it('when the caller lacks the permission, then it is refused', async () => {
    const user = await demo.addUser();
    expect(await codeOf(demo.identity.createRole(newRole({ caller: user })))).toBe('permission_denied');
  });
});

describe('assigning a role', () => {
  const assign = (caller: Caller, userId: string, roleName: string) =>
    demo.identity.assignRole({ caller, userId, roleName });

  it('then the user has it at the next look-up, and so do their tokens', async () => {
    const user = await demo.addUser();
    const { roleId } = await assign(demo.owner, user.userId, 'DefaultAdministratorRole');
    expect(await demo.as(user.userId)).toMatchObject({ roleId, roleName: 'DefaultAdministratorRole' });
  });

  it('when the user outranks a key, then the tokens of that key end', async () => {
    const user = await demo.addUser();
    const key = await demo.identity.createApiKey({
      caller: demo.owner,
      duration: 'P1D',
      roleName: 'DefaultUserRole',
    });
    const token = { orgId: 'demo', userId: user.userId, apiKeyId: key.apiKeyId };
    expect((await demo.identity.getAccess(token)).active).toBe(true);
    await assign(demo.owner, user.userId, 'DefaultAdministratorRole');
    expect((await demo.identity.getAccess(token)).active).toBe(false);
    const signIn = demo.identity.signInWithApiKey({ ...token, apiKey: key.apiKey });
    await expect(signIn).rejects.toMatchObject({
      code: 'unauthenticated',
      message: expect.stringMatching(
        /greater privileges than the key.* The key has the role DefaultUserRole\.$/,
      ) as unknown,
    });
    const guess = demo.identity.signInWithApiKey({ ...token, apiKey: `${key.apiKey.slice(0, -1)}x` });
    await expect(guess).rejects.toMatchObject({
      message: expect.not.stringContaining('DefaultUserRole') as unknown,
    });
  });

  it('when role or user is unknown, then it is not found', async () => {
    await expect(assign(demo.owner, demo.owner.userId, 'NoSuchRole')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('list of roles') as unknown,
    });
    expect(await codeOf(assign(demo.owner, 'nobody', 'DefaultUserRole'))).toBe('not_found');
  });

  it('when the caller does not outrank the new role, then it is refused', async () => {
    const user = await demo.addUser();
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    await expect(assign(administrator, user.userId, 'DefaultAdministratorRole')).rejects.toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('would have to grant all of that, and more') as unknown,
    });
    expect(await codeOf(assign(demo.owner, user.userId, 'DefaultSuperAdministratorRole'))).toBe(
      'permission_denied',
    );
  });

  it('when nobody has all grants of the role, then the error names what is missing', async () => {
    const user = await demo.addUser();
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const missingOf = async (assigning: Caller, ...permissionGrants: Grant[]) => {
      const { caller, ...request } = newRole({ permissionGrants });
      await demo.identity.createRole({ caller, ...request });
      const refused = assign(assigning, user.userId, request.roleName);
      return refused.then(
        () => 'nothing',
        (error: Error) => /It lacks (.*)\.$/.exec(error.message)?.[1],
      );
    };
    const held = grant('Service:GetService', { org_id: equals('{self_org_id}') });
    const elsewhere = grant('Service:GetService', { org_id: equals('other'), service_id: equals('s') });
    expect(await missingOf(administrator, held)).toBe('nothing');
    expect(await missingOf(administrator, held, grant('Admin:GetModels'))).toBe('Admin:GetModels');
    expect(await missingOf(demo.owner, held, elsewhere)).toBe(
      'Service:GetService as far as org_id and service_id let it reach there',
    );
  });

  it('when the user is above the caller, then they can not be demoted', async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const pull = assign(administrator, demo.owner.userId, 'DefaultUserRole');
    expect(await codeOf(pull)).toBe('permission_denied');
  });

  it('when the caller may not change users, then it is refused', async () => {
    const user = await demo.addUser();
    expect(await codeOf(assign(granted(demo.owner), user.userId, 'DefaultUserRole'))).toBe(
      'permission_denied',
    );
  });
});
