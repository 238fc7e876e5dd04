import type { Grant } from '@svc/auth';
import { callerOf } from '@svc/testing';
import { openShelf, root, type Shelf } from './shelf.js';

let shelf: Shelf;
beforeAll(async () => {
  shelf = await openShelf();
});
afterAll(() => shelf.close());

const refused = { code: 'permission_denied' };

describe('the list of models', () => {
  it('given the permission, then it names each with its sampling parameters', async () => {
    const { models } = await shelf.host.client.listModels({ caller: root });
    expect(models).toEqual([{ name: 'default', paramsSchemaJson: '{"type":"object"}' }]);
  });

  it.each(['DefaultSvcAdministratorRole', 'DefaultSuperAdministratorRole'] as const)(
    'given the %s, then it is shown',
    async (role) => {
      const { models } = await shelf.host.client.listModels({ caller: callerOf('ada', role) });
      expect(models).toHaveLength(1);
    },
  );

  it.each(['DefaultUserRole', 'DefaultAdministratorRole'] as const)(
    'given the %s, then it is refused',
    async (role) => {
      const caller = callerOf('ada', role);
      await expect(shelf.host.client.listModels({ caller })).rejects.toMatchObject(refused);
    },
  );

  it('given the permission in another organization, then it is refused', async () => {
    const conditions = { org_id: { type: 'Equals', value: 'elsewhere' } } as const;
    const grants: readonly Grant[] = [{ permissionName: 'Admin:GetModels', conditions }];
    const caller = callerOf('ada', 'DefaultUserRole', { grants });
    await expect(shelf.host.client.listModels({ caller })).rejects.toMatchObject(refused);
  });
});
