import { ConditionType, type Caller, type Grant } from '@svc/contracts/common';
import {
  FrontendView,
  type CreateTemporaryPermissionGrantRequest,
  type ListTemporaryPermissionGrantsRequest,
} from '@svc/contracts/identity';
import { organizationTenant, streamId, userSubject } from '@svc/kernel';
import { brokenFieldsOf, codeOf, granted, startDemo, superUserOf, type Demo } from './demo.js';

const hourMs = 3_600_000;

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const equals = (value: string | boolean) => ({
  type: ConditionType.CONDITION_TYPE_EQUALS,
  values: [
    {
      value:
        typeof value === 'boolean' ? { $case: 'flag' as const, value } : { $case: 'text' as const, value },
    },
  ],
});
const isOneOf = (texts: readonly string[]) => ({
  type: ConditionType.CONDITION_TYPE_IN,
  values: texts.map((value) => ({ value: { $case: 'text' as const, value } })),
});
const getMessage = (
  conditions: Grant['conditions'] = { conversation_user_id: equals('someone') },
): Grant => ({
  permissionName: 'Conversation:GetMessage',
  conditions,
});
const here = { org_id: equals('demo') };
const give = (userId: string, changes: Partial<CreateTemporaryPermissionGrantRequest> = {}) =>
  demo.identity.createTemporaryPermissionGrant({
    caller: demo.owner,
    userId,
    duration: 'PT1H',
    permissionGrant: getMessage(),
    tags: [],
    justification: 'Looks into a complaint.',
    ...changes,
  });
const list = async (changes: Partial<ListTemporaryPermissionGrantsRequest> = {}) => {
  const page = { limit: 10, offset: 0 };
  const all = { grantIds: [], userIds: [], creators: [], tags: [], sortBy: [] };
  return demo.identity.listTemporaryPermissionGrants({ caller: demo.owner, page, ...all, ...changes });
};
const idsOf = ({ grants }: Awaited<ReturnType<typeof list>>) => grants.map(({ grantId }) => grantId);
/** Their permissions to read messages, beyond those of their role. */
const heldBy = async ({ userId }: Caller) =>
  (await demo.as(userId)).grants.filter(
    ({ permissionName, conditions }) =>
      permissionName === 'Conversation:GetMessage' &&
      JSON.stringify(conditions['conversation_user_id']) === JSON.stringify(equals('someone')),
  );
const accessOf = ({ userId }: Caller) =>
  demo.identity.getAccess({ orgId: 'demo', userId, apiKeyId: demo.apiKeyId });

describe('a temporary permission grant', () => {
  it('adds to the role of its user until it expires, and shows when', async () => {
    const user = await demo.addUser();
    const before = user.grants.length;
    const { expiresAtMs } = await give(user.userId);
    expect(expiresAtMs).toBe(demo.clock.now() + hourMs);
    expect(await heldBy(user)).toHaveLength(1);
    expect(await accessOf(user)).toMatchObject({ changesAtMs: expiresAtMs, roleName: 'DefaultUserRole' });
    demo.clock.advance(hourMs - 1);
    expect(await heldBy(user)).toHaveLength(1);
    demo.clock.advance(1);
    expect((await demo.as(user.userId)).grants).toHaveLength(before);
    expect((await accessOf(user)).changesAtMs).toBeUndefined();
  });

  it('without such conditions is limited to this organization, and to what users let administrators see', async () => {
    const user = await demo.addUser();
    await give(user.userId);
    expect(await heldBy(user)).toEqual([
      getMessage({
        conversation_user_id: equals('someone'),
        org_id: equals('demo'),
        visible_to_admins: equals(true),
      }),
    ]);
  });

  it('when it has a template, then that is filled in for its user', async () => {
    const user = await demo.addUser();
    const own = { conversation_user_id: equals('{self_user_id}') };
    const permissionGrant = { permissionName: 'Conversation:GetInteractionInsights', conditions: own };
    await give(user.userId, { permissionGrant });
    const { grants } = await demo.as(user.userId);
    expect(grants.filter(({ permissionName }) => permissionName === permissionGrant.permissionName)).toEqual([
      { ...permissionGrant, conditions: { ...here, conversation_user_id: equals(user.userId) } },
    ]);
  });

  it('then does not count when roles are compared', async () => {
    const user = await demo.addUser();
    await give(user.userId, { permissionGrant: { permissionName: 'Role:CreateRole', conditions: {} } });
    await give(user.userId, {
      permissionGrant: { permissionName: 'Role:CreateTemporaryPermissionGrant', conditions: {} },
    });
    const caller = await demo.as(user.userId);
    const role = {
      roleName: 'Ours',
      description: 'd',
      frontendView: FrontendView.FRONTEND_VIEW_CLIENT,
      permissionGrants: [],
    };
    expect(await codeOf(demo.identity.createRole({ caller, ...role }))).toBe('no failure');
    const passOn = { permissionName: 'Role:CreateRole', conditions: {} };
    expect(await codeOf(give(user.userId, { caller, permissionGrant: passOn }))).toBe('permission_denied');
  });

  it('when its creator loses its permission, or is deleted, then it has no effect', async () => {
    const administrators = await Promise.all(
      [1, 2].map(() => demo.addUser({ roleName: 'DefaultSvcAdministratorRole' })),
    );
    const [first, second] = administrators as [Caller, Caller];
    const user = await demo.addUser();
    for (const caller of [first, second]) await give(user.userId, { caller });
    expect(await heldBy(user)).toHaveLength(2);
    await demo.identity.assignRole({
      caller: demo.owner,
      userId: first.userId,
      roleName: 'DefaultAdministratorRole',
    });
    expect(await heldBy(user)).toHaveLength(1);
    await demo.identity.deleteUser({ caller: demo.owner, userId: second.userId });
    expect(await heldBy(user)).toHaveLength(0);
  });

  it('when its user signs in with a key of somebody who does not outrank it, then it has no effect there', async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const roleName = 'DefaultAdministratorRole';
    const { apiKeyId } = await demo.identity.createApiKey({
      caller: administrator,
      duration: 'P1D',
      roleName,
    });
    const through = ({ userId }: Caller) => demo.identity.getAccess({ orgId: 'demo', userId, apiKeyId });
    const user = await demo.addUser();
    for (const { userId } of [user, administrator]) {
      await give(userId);
      await give(userId, { permissionGrant: { permissionName: 'Role:GetRole', conditions: {} } });
    }
    const read = 'Conversation:GetMessage';
    const namesOf = ({ grants }: Awaited<ReturnType<typeof through>>) =>
      grants.map(({ permissionName }) => permissionName);
    const ofUser = namesOf(await through(user));
    expect(ofUser).toContain('Role:GetRole');
    expect(ofUser.filter((name) => name === read)).toHaveLength(1);
    expect(await heldBy(user)).toHaveLength(1);
    const own = (await through(administrator)).grants;
    expect(own).toContainEqual(
      getMessage({ conversation_user_id: equals('someone'), ...here, visible_to_admins: equals(true) }),
    );
  });

  it('can be given to and by a member from elsewhere, in the organization that they enter', async () => {
    await demo.identity.createOrganization({
      caller: demo.owner,
      orgId: 'entered',
      orgName: 'Entered',
      userDimensions: [],
    });
    const owner = await superUserOf(demo, 'entered');
    await give(demo.owner.userId, { caller: owner });
    const entered = await demo.identity.getAccess({
      orgId: 'demo',
      userId: demo.owner.userId,
      apiKeyId: demo.apiKeyId,
      enteredOrgId: 'entered',
    });
    expect(entered.changesAtMs).toBe(demo.clock.now() + hourMs);
    expect((await accessOf(demo.owner)).changesAtMs).toBeUndefined();
  });

  it('when its user is deleted, then it is listed no longer, and its justification no longer opens', async () => {
    const user = await demo.addUser();
    const { grantId } = await give(user.userId, { justification: 'Said by Zebedee himself' });
    expect((await list({ grantIds: [grantId] })).grants).toMatchObject([
      { justification: 'Said by Zebedee himself' },
    ]);
    await demo.identity.deleteUser({ caller: demo.owner, userId: user.userId });
    expect((await list({ grantIds: [grantId] })).grants).toEqual([]);
    const tenant = organizationTenant('demo');
    const { rows } = await demo.storage.database.query<{
      readonly subject: string;
      readonly payload: unknown;
    }>({
      name: 'stored_grant',
      text: 'SELECT subject, payload FROM identity.event WHERE stream_id = $1',
      values: [streamId(tenant, 'temporary_permission_grant', grantId)],
    });
    expect(rows).toMatchObject([{ subject: userSubject(tenant, user.userId) }]);
    expect(JSON.stringify(rows)).not.toContain('Zebedee');
  });
});

describe('giving a temporary permission grant', () => {
  it('when the role of the caller does not outrank it, then it is refused, and the error says what is missing', async () => {
    const user = await demo.addUser();
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    await expect(give(user.userId, { caller: administrator })).rejects.toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('It lacks Conversation:GetMessage as far as') as unknown,
    });
    const elsewhere = getMessage({ org_id: equals('other') });
    const unlimited = getMessage({ ...here, visible_to_admins: equals(false) });
    for (const permissionGrant of [elsewhere, unlimited])
      expect(await codeOf(give(user.userId, { permissionGrant }))).toBe('permission_denied');
  });

  it('when the caller lacks the permission, or there is no such user, then it is refused', async () => {
    const user = await demo.addUser();
    expect(await codeOf(give(user.userId, { caller: granted(demo.owner) }))).toBe('permission_denied');
    for (const unknown of ['nobody', 'a\u0000b', '']) expect(await codeOf(give(unknown))).toBe('not_found');
  });

  it.each([
    ['a duration of less than a minute', { duration: 'PT59S' }, 'body.duration'],
    ['one of more than three days', { duration: 'P3DT1S' }, 'body.duration'],
    ['no duration', { duration: 'soon' }, 'body.duration'],
    ['a short justification', { justification: 'Because  ' }, 'body.justification'],
    ['a long one', { justification: 'x'.repeat(2_001) }, 'body.justification'],
    ['a tag with an odd name', { tags: [{ key: 'a:b', value: 'c' }] }, 'body.tags.a:b'],
    ['a tag with an odd value', { tags: [{ key: 'a', value: 'b:c' }] }, 'body.tags.a'],
    [
      'too many tags',
      { tags: Array.from({ length: 21 }, (_none, index) => ({ key: `k${index}` })) },
      'body.tags',
    ],
    [
      'an unknown grant',
      { permissionGrant: { permissionName: 'No:Such', conditions: {} } },
      'body.permission_grant',
    ],
    [
      'one that compares with too many values',
      { permissionGrant: getMessage({ conversation_user_id: isOneOf(Array<string>(50).fill('a')) }) },
      'body.permission_grant',
    ],
    [
      'one that is too long',
      { permissionGrant: getMessage({ conversation_user_id: equals('x'.repeat(4_096)) }) },
      'body.permission_grant',
    ],
    ['no grant', { permissionGrant: undefined }, 'body.permission_grant'],
  ])('with %s, then it is refused', async (_what, changes, field) => {
    const user = await demo.addUser();
    expect(await brokenFieldsOf(give(user.userId, changes))).toEqual([field]);
  });

  it('with the shortest and the longest duration, then it is created', async () => {
    const user = await demo.addUser();
    for (const duration of ['PT1M', 'P3D'])
      expect(await codeOf(give(user.userId, { duration }))).toBe('no failure');
  });

  it('when the user is at the limit, also at the same moment, then it is refused until one expires', async () => {
    const user = await demo.addUser();
    const short = { duration: 'PT1M' };
    for (let held = 0; held < 98; held++) await give(user.userId, held === 0 ? short : {});
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(give(user.userId))));
    expect(codes.toSorted()).toEqual(['limit_reached', 'no failure', 'no failure']);
    demo.clock.advance(60_000);
    expect(await codeOf(give(user.userId))).toBe('no failure');
  });
});

describe('a list of temporary permission grants', () => {
  it('shows all of a grant, and can be filtered and sorted', async () => {
    const [one, other] = [await demo.addUser(), await demo.addUser()];
    const admins = await demo.addUser({ roleName: 'DefaultSvcAdministratorRole' });
    const tags = [{ key: 'ticket', value: '4711' }, { key: 'urgent' }];
    const first = (await give(one.userId, { tags, duration: 'PT2H' })).grantId;
    const createdAtMs = demo.clock.now();
    demo.clock.advance(1);
    const permissionGrant = { permissionName: 'Role:GetRole', conditions: {} };
    const second = (await give(other.userId, { permissionGrant, caller: admins })).grantId;
    const userIds = [one.userId, other.userId];
    expect((await list({ grantIds: [first] })).grants).toEqual([
      {
        grantId: first,
        orgId: 'demo',
        userId: one.userId,
        permissionGrant: getMessage({
          conversation_user_id: equals('someone'),
          org_id: equals('{self_org_id}'),
          visible_to_admins: equals(true),
        }),
        tags,
        justification: 'Looks into a complaint.',
        creatorOrgId: 'demo',
        creatorUserId: demo.owner.userId,
        createdAtMs,
        expiresAtMs: createdAtMs + 2 * hourMs,
      },
    ]);
    expect(idsOf(await list({ userIds }))).toEqual([first, second]);
    const of = (changes: Partial<ListTemporaryPermissionGrantsRequest>) =>
      list({ userIds, ...changes }).then(idsOf);
    expect(await of({ creators: [{ orgId: 'demo', userId: admins.userId }] })).toEqual([second]);
    expect(await of({ creators: [{ orgId: 'other', userId: admins.userId }] })).toEqual([]);
    expect(await of({ permissionName: 'Role:GetRole' })).toEqual([second]);
    expect(await of({ tags: [{ key: 'ticket', match: { $case: 'value', value: '4711' } }] })).toEqual([
      first,
    ]);
    expect(await of({ tags: [{ key: 'urgent', match: { $case: 'noValue', value: true } }] })).toEqual([
      first,
    ]);
    expect(await of({ tags: [{ key: 'ticket', match: { $case: 'noValue', value: true } }] })).toEqual([]);
    expect(await of({ sortBy: [{ field: 'expires_at', descending: false }] })).toEqual([second, first]);
    expect(await of({ sortBy: [{ field: 'permission_grant.permission_name', descending: true }] })).toEqual([
      second,
      first,
    ]);
    demo.clock.advance(hourMs);
    expect(await of({ isExpired: true })).toEqual([second]);
    expect(await of({ isExpired: false })).toEqual([first]);
  });

  it('has pages', async () => {
    const user = await demo.addUser();
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.push((await give(user.userId)).grantId);
      demo.clock.advance(1);
    }
    const userIds = [user.userId];
    const first = await list({ userIds, page: { limit: 2, offset: 0 } });
    expect([idsOf(first), first.page]).toEqual([ids.slice(0, 2), { hasMore: true, nextOffset: 2 }]);
    const rest = await list({ userIds, page: { limit: 2, offset: 2 } });
    expect([idsOf(rest), rest.page?.hasMore]).toEqual([ids.slice(2), false]);
  });

  it('when the caller lacks the permission, then it is empty', async () => {
    expect(idsOf(await list({ caller: granted(demo.owner) }))).toEqual([]);
  });
});
