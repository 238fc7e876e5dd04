import { FrontendView } from '@svc/contracts/identity';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      listRoles: seen.answer({
        roles: [
          {
            id: '65f000000000000000000009',
            name: 'R',
            description: 'd',
            frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
            permissionGrants: [{ permissionName: 'Role:GetRole', conditions: {} }],
          },
        ],
      }),
      createRole: seen.answer({ roleId: 'role-9' }),
      modifyRole: seen.answer({ roleId: 'role-10' }),
      assignRole: seen.answer({ roleId: 'role-9' }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('roles', () => {
  it('are listed with their grants on request', async () => {
    const response = await gateway.call('GET', '/v1/demo/role/?return_permission_grants=true&name=A&name=B');
    expect(seen.last).toEqual({ ids: [], names: ['A', 'B'], withPermissionGrants: true });
    expect(await jsonOf(response)).toEqual({
      roles: [
        {
          id: '65f000000000000000000009',
          name: 'R',
          description: 'd',
          frontend_view: 'admin',
          permission_grants: [{ permission_name: 'Role:GetRole', conditions: {} }],
        },
      ],
    });
  });

  it('are created and assigned', async () => {
    const created = await gateway.call('POST', '/v1/demo/role/', {
      role_name: 'R',
      description: 'd',
      frontend_view: 'client',
      permission_grants: [
        {
          permission_name: 'Service:GetService',
          conditions: { org_id: { type: 'Equals', value: '{self_org_id}' } },
        },
      ],
    });
    expect([created.status, await jsonOf(created)]).toEqual([201, { role_id: 'role-9' }]);
    expect(seen.last).toMatchObject({
      frontendView: 'FRONTEND_VIEW_CLIENT',
      permissionGrants: [{ permissionName: 'Service:GetService' }],
    });

    const assigned = await gateway.call('POST', '/v1/demo/role/R/assign', { user_id: 'u-1' });
    expect([assigned.status, await jsonOf(assigned)]).toEqual([200, { role_id: 'role-9' }]);
    expect(seen.last).toEqual({ roleName: 'R', userId: 'u-1' });
  });

  it('change the given fields, and keep null and missing ones', async () => {
    const modified = await gateway.call('POST', '/v1/demo/role/R', {
      permission_grants: [{ permission_name: 'Role:GetRole' }],
      frontend_view: 'admin',
      description: null,
    });
    expect([modified.status, await jsonOf(modified)]).toEqual([200, { role_id: 'role-10' }]);
    expect(seen.last).toEqual({
      roleName: 'R',
      frontendView: FrontendView.FRONTEND_VIEW_ADMIN,
      permissionGrants: { items: [{ permissionName: 'Role:GetRole', conditions: {} }] },
    });
    await gateway.call('POST', '/v1/demo/role/R', { description: 'Reads along' });
    expect(seen.last).toEqual({ roleName: 'R', description: 'Reads along' });
  });

  it('are rejected with an unknown permission', async () => {
    const response = await gateway.call('POST', '/v1/demo/role/', {
      role_name: 'R',
      description: 'd',
      frontend_view: 'client',
      permission_grants: [{ permission_name: 'Nothing:AtAll' }],
    });
    expect(await brokenFieldsOf(response)).toEqual([422, ['body.permission_grants.0.permission_name']]);
  });
});
