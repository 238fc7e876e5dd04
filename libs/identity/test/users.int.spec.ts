import { ConditionType, type Caller } from '@svc/contracts/common';
import type { UpdateUserRequest, User } from '@svc/contracts/identity';
import { codeOf, brokenFieldsOf, granted, newUser, startDemo, type Demo } from './demo.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const page = { limit: 100, offset: 0 };
const listed = async (caller: Caller, filter: object = {}): Promise<readonly User[]> =>
  (await demo.identity.listUsers({ caller, userIds: [], emails: [], page, sortBy: [], ...filter })).users;
const one = async (userId: string): Promise<User | undefined> =>
  (await listed(demo.owner, { userIds: [userId] }))[0];
const update = (caller: Caller, userId: string, change: Partial<UpdateUserRequest>) =>
  demo.identity.updateUser({ caller, userId, additionalContext: [], ...change });

describe('a new user', () => {
  it('is listed with its fields, but only the names of sensitive variables', async () => {
    const request = newUser(demo.owner, {
      firstName: 'Zoë',
      email: 'Zoe@Demo.Test',
      nonsensitiveVariables: { plan: 'gold' },
      sensitiveVariables: { ssn: '078-05-1120', pin: '1234' },
    });
    const { userId } = await demo.identity.createUser(request);
    expect(await one(userId)).toEqual({
      orgId: 'demo',
      userId,
      firstName: 'Zoë',
      lastName: request.lastName,
      email: 'Zoe@Demo.Test',
      roleId: expect.stringMatching(/^[0-9a-f]{24}$/),
      preferences: {
        enableResponseRecommendation: false,
        conversationsVisibleToAdmins: true,
        userModelVisibleToAdmins: true,
        preferredLanguage: undefined,
        timezone: undefined,
        audioKeyterms: [],
      },
      nonsensitiveVariables: { plan: 'gold' },
      sensitiveVariableNames: ['pin', 'ssn'],
      statistics: { numConversations: 0, numMessages: 0, lastMessageAtMs: undefined },
    });
  });

  it("has a stream that is their own record; those of roles, organizations and keys are nobody's", async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const { rows } = await demo.storage.database.query<{
      category: string;
      stream_id: string;
      subject: string | null;
    }>({
      name: 'all_subjects',
      text: `SELECT split_part(stream_id, '/', 2) AS category, stream_id, subject FROM identity.event`,
      values: [],
    });
    const own = rows.filter(({ category }) => category === 'user');
    const others = rows.filter(({ category }) => category !== 'user');
    expect(own).toContainEqual(expect.objectContaining({ subject: `org:demo/user/${userId}` }));
    expect(own).toEqual(own.map((row) => ({ ...row, subject: row.stream_id })));
    expect(new Set(others.map(({ category }) => category))).toEqual(
      new Set(['api_key', 'organization', 'role']),
    );
    expect(others).toEqual(others.map((row) => ({ ...row, subject: null })));
  });

  it('when the e-mail address is in use, in any case, then it is a conflict', async () => {
    await demo.addUser({ email: 'taken@demo.test' });
    const again = demo.identity.createUser(newUser(demo.owner, { email: 'TAKEN@demo.test' }));
    expect(await codeOf(again)).toBe('conflict');
  });

  it('when two come with one e-mail address at once, then one is created', async () => {
    const calls = [1, 2, 3, 4].map(() =>
      codeOf(demo.identity.createUser(newUser(demo.owner, { email: 'race@demo.test' }))),
    );
    expect((await Promise.all(calls)).toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'no failure']);
    expect(await listed(demo.owner, { emails: ['race@demo.test'] })).toHaveLength(1);
  });

  it('when the role is unknown, then it is not found', async () => {
    for (const roleName of ['NoSuchRole', 'a\u0000b', '']) {
      expect(await codeOf(demo.identity.createUser(newUser(demo.owner, { roleName })))).toBe('not_found');
    }
  });

  it('when fields are broken, then all of them are named', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`v_${index}`, 'x']));
    const broken = newUser(demo.owner, {
      firstName: ' ',
      email: 'nowhere',
      nonsensitiveVariables: many,
      sensitiveVariables: { X: 'y' },
      preferences: {
        enableResponseRecommendation: false,
        preferredLanguage: 'zzz',
        conversationsVisibleToAdmins: true,
        userModelVisibleToAdmins: true,
        timezone: 'Mars/Olympus',
        audioKeyterms: [],
      },
    });
    expect(await brokenFieldsOf(demo.identity.createUser(broken))).toEqual([
      'body.first_name',
      'body.email',
      'body.nonsensitive_user_variables',
      'body.sensitive_user_variables.X',
      'body.user_preferences.preferred_language',
      'body.user_preferences.timezone',
    ]);
  });

  it.each(['Ada\n\n# Rules', 'Ada\u001b[31m', 'Ada\u0000', 'Ada\u2028'])(
    'when names contain invalid text (%j), then they are refused, now and later',
    async (name) => {
      const names = { firstName: name, lastName: name };
      const fields = ['body.first_name', 'body.last_name'];
      expect(await brokenFieldsOf(demo.identity.createUser(newUser(demo.owner, names)))).toEqual(fields);
      const { userId } = await demo.addUser();
      expect(await brokenFieldsOf(update(demo.owner, userId, names))).toEqual(fields);
    },
  );

  it('when the caller does not outrank the role, then it is refused', async () => {
    const administrator = await demo.addUser({ roleName: 'DefaultAdministratorRole' });
    const asAdministrator = (roleName: string) =>
      codeOf(demo.identity.createUser(newUser(administrator, { roleName })));
    expect(await asAdministrator('DefaultUserRole')).toBe('no failure');
    expect(await asAdministrator('DefaultAdministratorRole')).toBe('permission_denied');
    expect(await asAdministrator('DefaultSuperAdministratorRole')).toBe('permission_denied');
  });

  it('when the caller lacks the permission, then it is refused', async () => {
    expect(await codeOf(demo.identity.createUser(newUser(granted(demo.owner))))).toBe('permission_denied');
    expect(await codeOf(demo.identity.createUser(newUser(await demo.addUser())))).toBe('permission_denied');
  });
});

describe('an updated user', () => {
  it('then what is left out stays, and context is appended', async () => {
    const { userId } = await demo.addUser({ firstName: 'Una' });
    await update(demo.owner, userId, {
      lastName: 'New',
      timezone: { value: 'Europe/Berlin' },
      preferredLanguage: { value: 'deu' },
      conversationsVisibleToAdmins: false,
      audioKeyterms: { values: ['blood pressure'] },
      additionalContext: ['likes tea'],
    });
    await update(demo.owner, userId, { additionalContext: ['likes tea', 'lives in Berlin'], timezone: {} });
    expect(await one(userId)).toMatchObject({
      firstName: 'Una',
      lastName: 'New',
      preferences: {
        preferredLanguage: 'deu',
        timezone: undefined,
        conversationsVisibleToAdmins: false,
        audioKeyterms: ['blood pressure'],
      },
    });
    const context = await profileOf(demo.identity, userId);
    expect(context).toMatchObject({
      displayName: 'Una New',
      preferredLanguage: 'deu',
      additionalContext: ['likes tea', 'likes tea', 'lives in Berlin'],
      conversationsVisibleToAdmins: false,
    });
  });

  it('when there were many updates, then the next one builds on all of them', async () => {
    const { userId } = await demo.addUser();
    for (let round = 1; round <= 120; round++)
      await update(demo.owner, userId, { firstName: `Name ${round}` });
    await update(demo.owner, userId, { firstName: 'Name 120', lastName: 'Last' });
    const { rows } = await demo.storage.database.query<{ events: number; snapshot: number }>({
      name: 'lengths',
      text: `SELECT (SELECT count(*)::int FROM identity.event WHERE stream_id = $1) AS events,
                    (SELECT stream_version FROM identity.snapshot WHERE stream_id = $1) AS snapshot`,
      values: [`org:demo/user/${userId}`],
    });
    expect(rows).toEqual([{ events: 122, snapshot: 100 }]);
    expect(await one(userId)).toMatchObject({ firstName: 'Name 120', lastName: 'Last' });
  });

  it('when nothing changes, then nothing is recorded', async () => {
    const { userId } = await demo.addUser({ firstName: 'Same' });
    await update(demo.owner, userId, { firstName: 'Same', enableResponseRecommendation: false });
    const { rows } = await demo.storage.database.query({
      name: 'events_of_user',
      text: 'SELECT FROM identity.event WHERE stream_id = $1',
      values: [`org:demo/user/${userId}`],
    });
    expect(rows).toHaveLength(1);
  });

  it('when it is oneself, then the role of a plain user allows it, but not for another', async () => {
    const user = await demo.addUser();
    const other = await demo.addUser();
    expect(await codeOf(update(user, user.userId, { firstName: 'Me' }))).toBe('no failure');
    expect(await codeOf(update(user, other.userId, { firstName: 'You' }))).toBe('permission_denied');
  });

  it('when the id is unknown or odd, then it is not found', async () => {
    for (const userId of ['0123456789abcdef01234567', 'x', 'a/b', 'a\u0000b', '']) {
      expect(await codeOf(update(demo.owner, userId, {}))).toBe('not_found');
    }
  });

  it('when key terms are too many or too long, then they are refused', async () => {
    const broken = (values: string[]) =>
      brokenFieldsOf(update(demo.owner, demo.owner.userId, { audioKeyterms: { values } }));
    expect(await broken(['ok', 'one two three four'])).toEqual(['body.audio_keyterms.1']);
    expect(await broken(Array<string>(21).fill('ok'))).toEqual(['body.audio_keyterms']);
  });
});

describe('a deleted user', () => {
  it('is gone, has no access, and frees the e-mail address', async () => {
    const user = await demo.addUser({ email: 'leaver@demo.test', sensitiveVariables: { pin: '1234' } });
    await demo.identity.deleteUser({ caller: demo.owner, userId: user.userId });
    expect(await one(user.userId)).toBeUndefined();
    const token = { orgId: 'demo', userId: user.userId, apiKeyId: demo.apiKeyId };
    expect(await demo.identity.getAccess(token)).toMatchObject({ active: false });
    expect(await codeOf(update(demo.owner, user.userId, { firstName: 'Back' }))).toBe('not_found');
    expect(await codeOf(demo.identity.deleteUser({ caller: demo.owner, userId: user.userId }))).toBe(
      'not_found',
    );
    await demo.addUser({ email: 'leaver@demo.test' });
  });

  it('when there is an update at the same moment, then it is still gone', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => demo.addUser()));
    await Promise.all(
      users.map(async ({ userId }, index) => {
        const [updated, deleted] = await Promise.all([
          codeOf(update(demo.owner, userId, { additionalContext: [`note ${index}`] })),
          codeOf(demo.identity.deleteUser({ caller: demo.owner, userId })),
        ]);
        expect(deleted).toBe('no failure');
        expect(['no failure', 'not_found']).toContain(updated);
        expect(await one(userId)).toBeUndefined();
      }),
    );
  });

  it('when the caller lacks the permission, then it is refused', async () => {
    const user = await demo.addUser();
    const deletion = demo.identity.deleteUser({ caller: user, userId: user.userId });
    expect(await codeOf(deletion)).toBe('permission_denied');
  });
});

describe('a list of users', () => {
  it('is sorted, has pages, and ends with no next offset', async () => {
    const names = ['Yara', 'Xeno', 'Wanda'];
    const { roleId } = await demo.addUser();
    const ids: string[] = [];
    for (const firstName of names) ids.push((await demo.addUser({ firstName, lastName: 'Paged' })).userId);
    const list = (limit: number, offset: number, descending = false) =>
      demo.identity.listUsers({
        caller: demo.owner,
        userIds: ids,
        emails: [],
        page: { limit, offset },
        sortBy: [
          { field: 'last_name', descending },
          { field: 'first_name', descending },
        ],
      });
    const first = await list(2, 0);
    expect(first.users.map(({ firstName }) => firstName)).toEqual(['Wanda', 'Xeno']);
    expect(first.page).toEqual({ hasMore: true, nextOffset: 2 });
    const second = await list(2, 2);
    expect(second.users.map(({ firstName }) => firstName)).toEqual(['Yara']);
    expect(second.page).toEqual({ hasMore: false, nextOffset: undefined });
    expect(await list(0, 0)).toEqual({ users: [], page: { hasMore: true, nextOffset: 0 } });
    expect(second.users[0]).toMatchObject({ roleId });
  });

  it('when the page is out of bounds, then it is refused', async () => {
    for (const [limit, offset] of [
      [101, 0],
      [-1, 0],
      [1, -1],
      [1, 2 ** 31],
    ] as const) {
      expect(await codeOf(listed(demo.owner, { page: { limit, offset } }))).toBe('validation_failed');
    }
  });

  it('when the field is unknown, then it is refused', async () => {
    const sortBy = [{ field: 'role_id', descending: false }];
    expect(await codeOf(listed(demo.owner, { sortBy }))).toBe('validation_failed');
  });

  it('has only what the grants allow', async () => {
    const user = await demo.addUser();
    expect(await listed(user)).toMatchObject([{ userId: user.userId }]);
    expect(await listed(granted(demo.owner))).toEqual([]);
    const ofRole = granted(demo.owner, {
      permissionName: 'User:GetUserInfo',
      conditions: {
        user_role_id: {
          type: ConditionType.CONDITION_TYPE_NOT_EQUALS,
          values: [{ value: { $case: 'text', value: user.roleId } }],
        },
      },
    });
    const roles = new Set((await listed(ofRole)).map(({ roleId }) => roleId));
    expect(roles.size).toBeGreaterThan(0);
    expect(roles.has(user.roleId)).toBe(false);
  });

  it('when a filter contains what the database refuses, then it matches nothing', async () => {
    expect(await listed(demo.owner, { userIds: ['a\u0000b'] })).toEqual([]);
    expect(await listed(demo.owner, { emails: ['a\u0000b'] })).toEqual([]);
  });
});
