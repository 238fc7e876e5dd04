import type { UpdateUserRequest } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { brokenFieldsOf, jsonOf } from './answers.js';
import { startTestGateway, type TestGateway } from './harness.js';
import { Seen } from './seen.js';

const preferences = {
  enableResponseRecommendation: false,
  preferredLanguage: undefined,
  conversationsVisibleToAdmins: true,
  userModelVisibleToAdmins: true,
  timezone: 'Europe/Berlin',
  audioKeyterms: [],
};
const user = {
  orgId: 'demo',
  userId: 'u-1',
  firstName: 'Ada',
  lastName: 'L',
  email: 'ada@example.com',
  roleId: 'role-1',
  preferences,
  nonsensitiveVariables: { color: 'red' },
  sensitiveVariableNames: ['pin'],
  statistics: { numConversations: 2, numMessages: 9, lastMessageAtMs: 1_700_000_000_000 },
};

const seen = new Seen();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: {
      createUser: seen.answer({ userId: 'u-2' }),
      listUsers: seen.answer({ users: [user], page: { hasMore: true, nextOffset: 1 } }),
      updateUser: seen.answer({}),
      changeUserVariables: seen.answer({}),
      deleteUser: () => Promise.reject(new DomainError('not_found', 'There is no user with this id.')),
    },
  });
});
afterAll(() => gateway.stop());
beforeEach(() => seen.forget());

describe('users', () => {
  it('are created', async () => {
    const response = await gateway.call('POST', '/v1/demo/user/', {
      first_name: ' Ada ',
      last_name: 'L',
      email: 'ada@example.com',
      role_name: 'DefaultUserRole',
      user_preferences: { timezone: 'Europe/Berlin' },
    });
    expect([response.status, await jsonOf(response)]).toEqual([201, { user_id: 'u-2', verify_link: null }]);
    expect(seen.last).toMatchObject({ firstName: 'Ada', preferences, nonsensitiveVariables: {} });
  });

  it('are listed with their statistics', async () => {
    const response = await gateway.call(
      'GET',
      '/v1/demo/user/?email=a&limit=1&sort_by=-last_name&sort_by=+user_stats.last_message_time',
    );
    expect(seen.requests[0]).toEqual({
      userIds: [],
      emails: ['a'],
      page: { limit: 1, offset: 0 },
      sortBy: [
        { field: 'last_name', descending: true },
        { field: 'user_stats.last_message_time', descending: false },
      ],
    });
    expect(await jsonOf(response)).toEqual({
      users: [
        {
          org_id: 'demo',
          user_id: 'u-1',
          first_name: 'Ada',
          last_name: 'L',
          email: 'ada@example.com',
          user_stats: {
            num_conversations: 2,
            num_messages: 9,
            last_message_time: '2023-11-14T22:13:20.000Z',
          },
          role: 'role-1',
          preferences: {
            enable_response_recommendation: false,
            preferred_language: null,
            conversations_visible_to_admins: true,
            user_model_visible_to_admins: true,
            timezone: 'Europe/Berlin',
            audio_keyterms: [],
          },
          nonsensitive_variables: { color: 'red' },
          sensitive_variables: ['pin'],
          enable_actions_access: false,
        },
      ],
      has_more: true,
      continuation_token: 1,
    });
  });

  it('keep fields that an update omits, and lose those that it erases', async () => {
    const update = async (body: object): Promise<UpdateUserRequest> => {
      const response = await gateway.call('POST', '/v1/demo/user/u-1', body);
      expect([response.status, await response.text()]).toEqual([204, '']);
      return seen.last as unknown as UpdateUserRequest;
    };
    const unchanged = await update({ preferred_language: {}, timezone: {}, first_name: null });
    expect([unchanged.preferredLanguage, unchanged.timezone, unchanged.firstName]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const erased = await update({ timezone: null });
    expect(erased.timezone).toEqual({ value: undefined });
    const changed = await update({
      preferred_language: 'deu',
      additional_context: ['likes tea'],
      audio_keyterms: [],
    });
    expect(changed).toMatchObject({
      userId: 'u-1',
      preferredLanguage: { value: 'deu' },
      additionalContext: ['likes tea'],
      audioKeyterms: { values: [] },
    });
  });

  it('are only counted with a limit of 0: no page follows', async () => {
    const response = await gateway.call('GET', '/v1/demo/user/?limit=0');
    expect(await jsonOf(response)).toMatchObject({ has_more: true, continuation_token: null });
  });

  it('with an unknown id are not found', async () => {
    expect((await gateway.call('DELETE', '/v1/demo/user/who%20knows')).status).toBe(404);
  });

  it.each(['%00', 'a%00b', '%ff', '%c3%28', '%ed%a0%80'])(
    'with the id %s, which is not text, are not found, without a request to identity',
    async (id) => {
      const deleted = await gateway.call('DELETE', `/v1/demo/user/${id}`);
      const updated = await gateway.call('POST', `/v1/demo/user/${id}`, { first_name: 'Ada' });
      for (const response of [deleted, updated])
        expect([response.status, (await jsonOf(response))['code']]).toEqual([404, 'not_found']);
      expect(seen.requests).toEqual([]);
    },
  );

  it.each(['javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    'are not invited by the link %s',
    async (link) => {
      const response = await gateway.call('POST', '/v1/demo/user/', {
        first_name: 'Ada',
        last_name: 'L',
        email: 'ada@example.com',
        role_name: 'DefaultUserRole',
        login_link: link,
      });
      expect(await brokenFieldsOf(response)).toEqual([422, ['body.login_link']]);
      expect(seen.requests).toEqual([]);
    },
  );
});

describe('a search for users', () => {
  it('answers them without pages', async () => {
    const response = await gateway.call('GET', '/v1/demo/user/search/?query=%20Ad&user_id=u-1');
    const { users, ...rest } = (await jsonOf(response)) as { users: object[] };
    expect([response.status, rest]).toEqual([200, {}]);
    expect(users).toMatchObject([{ user_id: 'u-1', sensitive_variables: ['pin'] }]);
    expect(users[0]).not.toHaveProperty('enable_actions_access');
    expect(seen.last).toMatchObject({ search: 'Ad', userIds: ['u-1'], page: { limit: 100, offset: 0 } });
  });

  it.each(['', '?query=', '?query=%20'])('given no query (%j), then it is refused', async (query) => {
    expect(await brokenFieldsOf(await gateway.call('GET', `/v1/demo/user/search/${query}`))).toEqual([
      422,
      ['query.query'],
    ]);
  });
});

describe('variables of a user', () => {
  it('are changed, and nothing is answered', async () => {
    const upserts = [{ name: 'pin', value: '1234', is_secret: true }];
    const body = { upserts, deletes: [{ name: 'plan' }] };
    const response = await gateway.call('POST', '/v1/demo/user/u-1/variable', body);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(seen.last).toMatchObject({
      ...{ userId: 'u-1', deletes: ['plan'] },
      upserts: [{ name: 'pin', value: '1234', isSensitive: true }],
    });
    expect((await gateway.call('POST', '/v1/demo/user/u-1/variable', {})).status).toBe(204);
  });

  it('given one that does not say whether it is secret, then it is refused', async () => {
    const body = { upserts: [{ name: 'pin', value: '1234' }] };
    const response = await gateway.call('POST', '/v1/demo/user/u-1/variable', body);
    expect(await brokenFieldsOf(response)).toEqual([422, ['body.upserts.0.is_secret']]);
  });
});
