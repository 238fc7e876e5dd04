import type { Caller } from '@svc/contracts/common';
import type { UpdateUserRequest, User } from '@svc/contracts/identity';
import { brokenFieldsOf, codeOf, startDemo, type Demo } from './demo.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const update = (caller: Caller, userId: string, change: Partial<UpdateUserRequest>) =>
  demo.identity.updateUser({ caller, userId, additionalContext: [], ...change });
const one = async (userId: string): Promise<User | undefined> => {
  const filter = { userIds: [userId], emails: [], page: { limit: 1, offset: 0 }, sortBy: [] };
  return (await demo.identity.listUsers({ caller: demo.owner, ...filter })).users[0];
};

describe('what is known of a user', () => {
  it('when several add context at once, then nothing acknowledged is lost', async () => {
    const { userId } = await demo.addUser();
    const entries = ['a', 'b', 'c'];
    const codes = await Promise.all(
      entries.map((entry) => codeOf(update(demo.owner, userId, { additionalContext: [entry] }))),
    );
    const acknowledged = entries.filter((_entry, index) => codes[index] === 'no failure');
    const context = await profileOf(demo.identity, userId);
    expect(context?.additionalContext.toSorted()).toEqual(acknowledged);
  });

  it('when there is much context, then other services get the newest of it', async () => {
    const { userId } = await demo.addUser();
    const notes = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(4_000));
    for (const note of notes) await update(demo.owner, userId, { additionalContext: [note] });
    expect((await profileOf(demo.identity, userId))?.additionalContext).toEqual(notes.slice(-4));
    await update(demo.owner, userId, { additionalContext: Array<string>(101).fill('x').slice(1) });
    expect((await profileOf(demo.identity, userId))?.additionalContext).toEqual(Array<string>(100).fill('x'));
  });

  it('when context is above its limits, then it is refused, and nothing of it is stored', async () => {
    const { userId } = await demo.addUser();
    const broken = (...additionalContext: string[]) =>
      brokenFieldsOf(update(demo.owner, userId, { additionalContext }));
    expect(await broken('ok', 'x'.repeat(4_001))).toEqual(['body.additional_context.1']);
    expect(await broken(...Array<string>(101).fill('x'))).toEqual(['body.additional_context']);
    for (let hundred = 0; hundred < 10; hundred++)
      expect(await broken(...Array<string>(100).fill('x'))).toEqual([]);
    expect(await broken('over')).toEqual(['body.additional_context']);
    expect((await profileOf(demo.identity, userId))?.additionalContext).not.toContain('over');
  });

  it('when there is much already, then an update writes only what it adds', async () => {
    const { userId } = await demo.addUser();
    for (let round = 0; round < 3; round++)
      await update(demo.owner, userId, { additionalContext: Array<string>(100).fill('x'.repeat(1_000)) });
    await update(demo.owner, userId, { additionalContext: ['one more'] });
    const { rows } = await demo.storage.database.query({
      name: 'written_last',
      text: `WITH last AS (SELECT xmin::text AS tx FROM identity.event WHERE stream_id = $1
                            ORDER BY stream_version DESC LIMIT 1)
             SELECT (SELECT count(*)::int FROM identity.user_additional_context, last WHERE xmin::text = tx) AS entries,
                    (SELECT count(*)::int FROM identity.user_account, last WHERE xmin::text = tx) AS accounts,
                    (SELECT count(*)::int FROM identity.event, last WHERE xmin::text = tx) AS events`,
      values: [`org:demo/user/${userId}`],
    });
    expect(rows).toEqual([{ entries: 1, accounts: 0, events: 1 }]);
  });

  it('when users are listed, then it is not read', async () => {
    const { userId } = await demo.addUser();
    await update(demo.owner, userId, { additionalContext: ['likes tea'] });
    const rename = (from: string, to: string) =>
      demo.storage.database.pool.query(`ALTER TABLE identity.${from} RENAME TO ${to}`);
    await rename('user_additional_context', 'out_of_reach');
    try {
      expect(await one(userId)).toMatchObject({ userId });
    } finally {
      await rename('out_of_reach', 'user_additional_context');
    }
  });
});
