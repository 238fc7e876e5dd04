import { ConditionType } from '@svc/contracts/common';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const conditions = {
  conversation_user_id: {
    type: ConditionType.CONDITION_TYPE_EQUALS,
    values: [{ value: { $case: 'text' as const, value: 'u-2' } }],
  },
};
const permissionGrant = { permissionName: 'Conversation:GetMessage', conditions };
const onTheWire = {
  permission_name: 'Conversation:GetMessage',
  conditions: { conversation_user_id: { type: 'Equals', value: 'u-2' } },
};
const tags = [{ key: 'ticket', value: '4711' }, { key: 'urgent' }];

const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      createTemporaryPermissionGrant: seen.answer({ grantId: 'grant-1', expiresAtMs: 7_200_000 }),
      listTemporaryPermissionGrants: seen.answer({
        grants: [
          {
            grantId: 'grant-1',
            orgId: 'demo',
            userId: 'u-1',
            permissionGrant,
            tags,
            justification: 'Looks into a complaint.',
            creatorOrgId: 'home',
            creatorUserId: 'u-3',
            createdAtMs: 0,
            expiresAtMs: 7_200_000,
          },
        ],
        page: { hasMore: true, nextOffset: 1 },
      }),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

const path = '/v1/demo/role/temporary_permission_grant/';
const request = {
  user_id: 'u-1',
  duration: 'PT2H',
  permission_grant: onTheWire,
  tags: { ticket: '4711', urgent: null },
  justification: 'Looks into a complaint.',
};

describe('temporary permission grants', () => {
  it('are created', async () => {
    const response = await gateway.call('POST', path, request);
    expect([response.status, await jsonOf(response)]).toEqual([
      201,
      { temporary_permission_grant_id: 'grant-1', expires_at: '1970-01-01T02:00:00.000Z' },
    ]);
    const { user_id: userId, duration, justification } = request;
    expect(seen.last).toEqual({ userId, duration, permissionGrant, tags, justification });
  });

  it('are listed with their filters', async () => {
    const query =
      'id=65f000000000000000000009&user_id=u-1&creator=home,u-3&permission_grant_name=Role:GetRole&is_expired=false' +
      '&tag=ticket:4711&limit=1&sort_by=-expires_at&sort_by=permission_grant.permission_name';
    const response = await gateway.call('GET', `/v1/demo/role/temporary_permission_grants/?${query}`);
    expect(seen.last).toEqual({
      grantIds: ['65f000000000000000000009'],
      userIds: ['u-1'],
      creators: [{ orgId: 'home', userId: 'u-3' }],
      permissionName: 'Role:GetRole',
      isExpired: false,
      tags: [{ key: 'ticket', match: { $case: 'value', value: '4711' } }],
      page: { limit: 1, offset: 0 },
      sortBy: [
        { field: 'expires_at', descending: true },
        { field: 'permission_grant.permission_name', descending: false },
      ],
    });
    expect(await jsonOf(response)).toEqual({
      temporary_permission_grants: [
        {
          _id: 'grant-1',
          org_id: 'demo',
          created_at: '1970-01-01T00:00:00.000Z',
          updated_at: '1970-01-01T00:00:00.000Z',
          user_id: 'u-1',
          expires_at: '1970-01-01T02:00:00.000Z',
          permission_grant: onTheWire,
          justification: 'Looks into a complaint.',
          creator: { org_id: 'home', user_id: 'u-3' },
          tags: { ticket: '4711', urgent: null },
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
  });

  it.each([
    [
      'an unknown permission',
      { permission_grant: { permission_name: 'No:Such' } },
      'permission_grant.permission_name',
    ],
    ['no grant', { permission_grant: undefined }, 'permission_grant'],
    ['an odd tag', { tags: { 'a:b': 'c' } }, 'tags.a:b'],
  ])('are refused with %s', async (_what, changes, field) => {
    const response = await gateway.call('POST', path, { ...request, ...changes });
    expect(await brokenFieldsOf(response)).toEqual([422, [`body.${field}`]]);
  });
});
