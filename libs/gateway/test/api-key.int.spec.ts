import { jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      createApiKey: seen.answer({ apiKeyId: 'k', apiKey: 'svc_x', expiresAtMs: 1_700_000_000_000 }),
      listApiKeys: seen.answer({
        apiKeys: [
          {
            recordId: '65f00000000000000000000a',
            apiKeyId: 'k',
            name: undefined,
            orgId: 'demo',
            creatorUserId: 'u-1',
            roleId: 'role-1',
            createdAtMs: 1_700_000_000_000,
            updatedAtMs: 1_700_000_000_000,
            expiresAtMs: 1_700_086_400_000,
          },
        ],
      }),
      deleteApiKey: seen.answer({ apiKeyId: 'k' }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('API keys', () => {
  it('are created for the administrator role unless another is named, listed and deleted', async () => {
    const created = await gateway.call('POST', '/v1/demo/organization/api_key/', { duration: 'P30D' });
    expect([created.status, await jsonOf(created)]).toEqual([
      201,
      { api_key_id: 'k', api_key: 'svc_x', expires_at: '2023-11-14T22:13:20.000Z' },
    ]);
    expect(seen.last).toEqual({ name: undefined, duration: 'P30D', roleName: 'DefaultAdministratorRole' });

    const listed = await jsonOf(await gateway.call('GET', '/v1/demo/organization/api_key/'));
    expect(listed).toMatchObject({
      api_keys: [{ _id: '65f00000000000000000000a', key_id: 'k', name: null }],
    });

    const deleted = await gateway.call('DELETE', '/v1/demo/organization/api_key/K/');
    expect(seen.last).toEqual({ apiKeyId: 'k' });
    expect([deleted.status, await jsonOf(deleted)]).toEqual([200, { deleted_key_id: 'k' }]);
  });
});
