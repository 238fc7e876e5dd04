import { jest } from '@jest/globals';
import { UserPreferences } from '@svc/contracts/identity';
import { toProto, userSubject } from '@svc/kernel';
import { DataKeys } from '@svc/privacy';
import { requestContextOf } from '@svc/rpc';
import { GetUserContexts } from '../src/application/get-user-contexts.js';
import { ListUsers } from '../src/application/list-users.js';
import { standardPreferences } from '../src/domain/preferences.js';
import { startDemo, type Demo } from './demo.js';
import { everythingStored, placesOf } from './everything-stored.js';
import { addQuirina, language, words } from './quirina.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const inThisLanguage = {
  preferences: { ...toProto(UserPreferences, standardPreferences), preferredLanguage: language },
};

describe('what is known of a living user', () => {
  let userId: string;
  beforeAll(async () => void (userId = await addQuirina(demo)));

  it('then what lists sort and search by is in plain text in the account, and nowhere else', async () => {
    const { database } = demo.storage;
    expect(await placesOf([words.firstName], database)).toEqual(['user_account.first_name']);
    expect(await placesOf([words.email], database)).toEqual(['user_account.email', 'user_account.email_key']);
    expect(await placesOf([words.otherLastName], database)).toEqual(['user_account.last_name']);
    // Former values are only in events.
    expect(await placesOf([words.lastName], database)).toEqual([]);
  });

  it.each(['variable', 'variableValue', 'secret', 'secretValue', 'timezone', 'keyterm', 'note'] as const)(
    'then its %s is nowhere in plain text: not in events, snapshots or read models',
    async (word) => {
      expect(await placesOf([words[word]], demo.storage.database)).toEqual([]);
    },
  );

  it('then there was a snapshot to look into', async () => {
    const { database } = demo.storage;
    expect((await everythingStored(database)).get('snapshot')?.join()).toContain(userId);
  });

  it("then the planner's statistics hold none of it", async () => {
    const { database } = demo.storage;
    await database.query({ name: 'analyze', text: 'ANALYZE identity.user_account', values: [] });
    const { rows } = await database.query({
      name: 'statistics',
      text: `SELECT attname FROM pg_stats WHERE schemaname = 'identity' AND tablename = 'user_account'
                AND attname IN ('first_name', 'last_name', 'email', 'email_key', 'role_id')`,
      values: [],
    });
    expect(rows).toEqual([{ attname: 'role_id' }]);
  });

  it('then a list shows it', async () => {
    const page = { limit: 100, offset: 0 };
    const list = { caller: demo.owner, userIds: [userId], emails: [], page, sortBy: [] };
    expect((await demo.identity.listUsers(list)).users).toMatchObject([
      {
        lastName: words.otherLastName,
        nonsensitiveVariables: { [words.variable]: words.variableValue },
        sensitiveVariableNames: [words.secret],
        preferences: {
          preferredLanguage: language,
          timezone: words.timezone,
          audioKeyterms: [words.keyterm],
        },
      },
    ]);
  });
});

describe('keys', () => {
  it('are queried once for a page of users, and not at all for what a turn learns of them', async () => {
    const replica = await demo.replica();
    const asked = jest.spyOn(replica.get(DataKeys), 'keysOf');
    const users = [await demo.addUser(inThisLanguage), await demo.addUser(inThisLanguage)];
    const userIds = users.map(({ userId }) => userId);
    const subjects = userIds.map((userId) => userSubject('org:demo', userId));

    const wanted = userIds.map((userId) => ({ orgId: 'demo', userId }));
    const contexts = await replica.get(GetUserContexts).execute(wanted);
    expect(contexts.map(({ profile }) => profile.preferredLanguage)).toEqual([language, language]);
    expect(asked).not.toHaveBeenCalled();

    demo.clock.advance(60_000);
    const request = { userIds, emails: [], search: null, sortBy: [], limit: 100, offset: 0 };
    const call = { signal: new AbortController().signal, requestId: 'r', traceparent: '' };
    const page = await replica.get(ListUsers).execute(requestContextOf(demo.owner, call), request);
    expect(page.users.map(({ preferredLanguage }) => preferredLanguage)).toEqual([language, language]);
    // In the order of the page; users of the same millisecond have no fixed order.
    expect(asked.mock.calls).toEqual([[expect.arrayContaining(subjects)]]);
  });
});
