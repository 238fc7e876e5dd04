import { FrontendView, type ModifyRoleRequest } from '@svc/contracts/identity';
import type { Caller, Grant } from '@svc/contracts/common';
import { HandOverRoles } from '../src/application/hand-over-roles.js';
import { brokenFieldsOf, codeOf, granted, startDemo, type Demo } from './demo.js';

const dayMs = 86_400_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const grant = (permissionName: string): Grant => ({ permissionName, conditions: {} });
const items = (...names: string[]) => ({ items: names.map(grant) });
const modify = (changes: Partial<ModifyRoleRequest> & Pick<ModifyRoleRequest, 'roleName'>) =>
  demo.identity.modifyRole({ caller: demo.owner, ...changes });
const listed = async (filter: { readonly ids?: string[]; readonly names?: string[] }) =>
  (
    await demo.identity.listRoles({
      caller: demo.owner,
      ids: [],
      names: [],
      withPermissionGrants: true,
      ...filter,
    })
  ).roles;
const permissionsOf = ({ grants }: Caller) => grants.map(({ permissionName }) => permissionName).toSorted();
/** All that is due, by another replica than the one that serves. */
const handOver = async () => (await demo.replica()).get(HandOverRoles).execute();

let made = 0;
async function newRole(...permissions: string[]) {
  const roleName = `Role ${++made}`;
  const { roleId } = await demo.identity.createRole({
    caller: demo.owner,
    roleName,
    description: 'A role of its own',
    frontendView: FrontendView.FRONTEND_VIEW_CLIENT,
    permissionGrants: permissions.map(grant),
  });
  return { roleName, roleId };
}

describe('a role whose grants are changed', () => {
  it('then it has a new id with the same name, and its users have the new grants at once', async () => {
    const role = await newRole('Service:GetService', 'Role:GetRole');
    const user = await demo.addUser({ roleName: role.roleName });
    expect(permissionsOf(user)).toEqual(['Role:GetRole', 'Service:GetService']);
    const { roleId } = await modify({
      roleName: role.roleName,
      permissionGrants: items('Service:GetService'),
    });
    expect(roleId).not.toBe(role.roleId);
    const now = await demo.as(user.userId);
    expect([now.roleId, now.roleName, permissionsOf(now)]).toEqual([
      roleId,
      role.roleName,
      ['Service:GetService'],
    ]);
  });

  it('then lists show the new one, and the old one by its id for a day', async () => {
    const role = await newRole('Service:GetService');
    const { roleId } = await modify({
      roleName: role.roleName,
      permissionGrants: items('Role:GetRole'),
      description: 'Otherwise',
    });
    expect(await listed({ names: [role.roleName] })).toMatchObject([
      { id: roleId, description: 'Otherwise' },
    ]);
    const oldById = () => listed({ ids: [role.roleId] });
    expect(await oldById()).toMatchObject([{ permissionGrants: [{ permissionName: 'Service:GetService' }] }]);
    demo.clock.advance(dayMs - 1);
    await handOver();
    expect(await oldById()).toHaveLength(1);
    demo.clock.advance(1);
    await handOver();
    expect(await oldById()).toEqual([]);
    expect(await listed({ names: [role.roleName] })).toHaveLength(1);
  });

  it('then users and API keys are handed over to the latest, also by two processes at once', async () => {
    const role = await newRole('Service:GetService');
    const user = await demo.addUser({ roleName: role.roleName });
    const { apiKeyId } = await demo.identity.createApiKey({
      caller: demo.owner,
      duration: 'P30D',
      roleName: role.roleName,
    });
    await modify({ roleName: role.roleName, permissionGrants: items() });
    const { roleId } = await modify({ roleName: role.roleName, permissionGrants: items('Role:GetRole') });
    await Promise.all([handOver(), handOver()]);
    const { apiKeys } = await demo.identity.listApiKeys({ caller: demo.owner });
    expect(apiKeys.find((key) => key.apiKeyId === apiKeyId)).toMatchObject({ roleId });
    const page = { limit: 1, offset: 0 };
    const users = { caller: demo.owner, userIds: [user.userId], emails: [], page, sortBy: [] };
    expect((await demo.identity.listUsers(users)).users).toMatchObject([{ roleId }]);
  });

  it('then an API key of the role signs in nobody above the new grants', async () => {
    const role = await newRole('Service:GetService', 'Role:GetRole');
    const user = await demo.addUser({ roleName: role.roleName });
    const key = await demo.identity.createApiKey({
      caller: demo.owner,
      duration: 'P30D',
      roleName: 'DefaultUserRole',
    });
    const token = { orgId: 'demo', userId: user.userId, apiKeyId: key.apiKeyId };
    expect((await demo.identity.getAccess(token)).active).toBe(false);
    await modify({ roleName: role.roleName, permissionGrants: items('Service:GetService') });
    expect((await demo.identity.getAccess(token)).active).toBe(true);
    await modify({ roleName: role.roleName, permissionGrants: items('Admin:GetModels') });
    expect((await demo.identity.getAccess(token)).active).toBe(false);
  });

  it('then it counts once toward the limit of the organization', async () => {
    const held = async () => {
      const { rows } = await demo.storage.database.query<{ readonly held: number }>({
        name: 'held_roles',
        text: `SELECT held FROM identity.held_count WHERE org_id = 'demo' AND what = 'role'`,
        values: [],
      });
      return rows[0]?.held;
    };
    const role = await newRole('Service:GetService');
    const before = await held();
    await modify({ roleName: role.roleName, permissionGrants: items() });
    expect(await held()).toBe(before);
    demo.clock.advance(dayMs);
    await handOver();
    expect(await held()).toBe(before);
  });
});

describe('modifying a role', () => {
  it('when only its description changes, then its id stays', async () => {
    const role = await newRole('Service:GetService');
    const same = { roleName: role.roleName, permissionGrants: items('Service:GetService') };
    expect(await modify({ ...same, description: 'Said better' })).toEqual({ roleId: role.roleId });
    expect(await modify({ roleName: role.roleName })).toEqual({ roleId: role.roleId });
    expect(await listed({ names: [role.roleName] })).toMatchObject([{ description: 'Said better' }]);
  });

  it('when its view changes, then it is a new one with the same grants', async () => {
    const role = await newRole('Service:GetService');
    const { roleId } = await modify({
      roleName: role.roleName,
      frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
    });
    expect(roleId).not.toBe(role.roleId);
    expect(await listed({ ids: [roleId] })).toMatchObject([
      { frontendView: FrontendView.FRONTEND_VIEW_ADMIN, permissionGrants: [{}] },
    ]);
  });

  it('when two change it at the same moment, then one is refused, or both succeed in order', async () => {
    const role = await newRole('Service:GetService');
    const changes = ['Role:GetRole', 'Role:ModifyRole', 'Role:CreateRole'].map((name) =>
      codeOf(modify({ roleName: role.roleName, permissionGrants: items(name) })),
    );
    const codes = new Set(await Promise.all(changes));
    expect(codes).toContain('no failure');
    expect([...codes].filter((code) => !['no failure', 'operation_in_progress'].includes(code))).toEqual([]);
    expect(await listed({ names: [role.roleName] })).toHaveLength(1);
  });

  it.each([
    'DefaultUserRole',
    'DefaultAdministratorRole',
    'DefaultSvcAdministratorRole',
    'DefaultSuperAdministratorRole',
  ])('when it is %s, then it is refused', async (roleName) => {
    expect(await codeOf(modify({ roleName, permissionGrants: items() }))).toBe('invalid_request');
    expect(await codeOf(modify({ roleName, description: 'Mine' }))).toBe('invalid_request');
  });

  it('when there is no such role, or a field is broken, then it is refused', async () => {
    expect(await codeOf(modify({ roleName: 'NoSuchRole' }))).toBe('not_found');
    const { roleName } = await newRole();
    expect(await brokenFieldsOf(modify({ roleName, description: ' ' }))).toEqual(['body.description']);
    const unknown = items('Service:GetService', 'Service:DoWhatever');
    expect(await brokenFieldsOf(modify({ roleName, permissionGrants: unknown }))).toEqual([
      'body.permission_grants.1',
    ]);
  });
});

describe('who may modify a role', () => {
  it('nobody without the permission', async () => {
    const { roleName } = await newRole();
    expect(await codeOf(modify({ caller: granted(demo.owner), roleName }))).toBe('permission_denied');
  });

  it("nobody who doesn't outrank the result, of another's role or their own", async () => {
    const role = await newRole('Role:ModifyRole', 'Service:GetService');
    const other = await newRole('Service:GetService');
    const caller = await demo.addUser({ roleName: role.roleName });
    const widened = items('Role:ModifyRole', 'Service:GetService', 'Admin:GetModels');
    for (const { roleName } of [role, other])
      expect(await codeOf(modify({ caller, roleName, permissionGrants: widened }))).toBe('permission_denied');
    const equal = items('Role:ModifyRole', 'Service:GetService');
    expect(await codeOf(modify({ caller, roleName: other.roleName, permissionGrants: equal }))).toBe(
      'permission_denied',
    );
  });

  it('nobody below it or equal to it', async () => {
    const role = await newRole('Role:ModifyRole', 'Service:GetService');
    const caller = await demo.addUser({ roleName: role.roleName });
    for (const { roleName } of [await newRole('Admin:GetModels'), await newRole('Role:GetRole')])
      expect(await codeOf(modify({ caller, roleName, permissionGrants: items() }))).toBe('permission_denied');
    const pullDown = modify({ caller, roleName: 'DefaultAdministratorRole', permissionGrants: items() });
    expect(await codeOf(pullDown)).toBe('permission_denied');
  });

  it('anybody who has it, to fewer grants', async () => {
    const role = await newRole('Role:ModifyRole', 'Service:GetService');
    const caller = await demo.addUser({ roleName: role.roleName });
    const less = items('Role:ModifyRole');
    const { roleId } = await modify({ caller, roleName: role.roleName, permissionGrants: less });
    expect(await demo.as(caller.userId)).toMatchObject({ roleId });
  });
});
