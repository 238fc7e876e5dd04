import { randomUUID } from 'node:crypto';
import type { SubjectKey, UserProfile } from '@svc/contracts/identity';
import { organizationTenant, userSubject } from '@svc/kernel';
import { DataKeys } from '@svc/privacy';
import { DataKey, MasterKey } from '@svc/sealing';
import { codeOf, newUser, startDemo, superUserOf, type Demo } from './demo.js';
import { identityOptions } from './identity-process.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const subjects = (count: number) => Array.from({ length: count }, () => `org:demo/caller/${randomUUID()}`);
const bySubject = (keys: readonly SubjectKey[]) =>
  new Map(keys.map(({ subject, key, erased }) => [subject, erased ? 'erased' : key?.secret.toString('hex')]));
const get = async (asked: string[]) => bySubject((await demo.dataKeys.getKeys({ subjects: asked })).keys);
const ensure = async (asked: string[]) =>
  bySubject((await demo.dataKeys.ensureKeys({ subjects: asked })).keys);
const keyOf = async (subject: string) => (await get([subject])).get(subject);
const query = (name: string, text: string, values: unknown[] = []) =>
  demo.storage.database.query<Record<string, unknown>>({ name, text, values });
const stored = async (subject: string) =>
  (await query('stored_key', 'SELECT * FROM identity.data_key WHERE subject = $1', [subject])).rows[0];
/** What the transaction that ends a user does. */
async function destroy(subject: string): Promise<void> {
  await demo.storage.database.query((await demo.replica()).get(DataKeys).destruction(subject));
}

describe('the data key of a user', () => {
  it("begins with the user, also a new organization's administrator, and is the same for all readers", async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    for (const id of [userId, demo.owner.userId]) {
      const subject = userSubject('org:demo', id);
      const key = await keyOf(subject);
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect((await ensure([subject])).get(subject)).toBe(key);
    }
  });

  it('is the same for identity as for others', async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const subject = userSubject('org:demo', userId);
    const [gone = '', unknown = ''] = subjects(2);
    await destroy(gone);
    const found = await (await demo.replica()).get(DataKeys).keysOf([subject, gone, unknown]);
    const { keys } = await demo.dataKeys.getKeys({ subjects: [subject] });
    const { id = '', secret = Buffer.alloc(32) } = keys[0]?.key ?? {};
    const own = found.get(subject) as DataKey;
    expect(own.id).toBe(id);
    expect(own.hash('model-call', 'words')).toBe(new DataKey(id, secret).hash('model-call', 'words'));
    expect(found.get(gone)).toBe('erased');
    expect(found.has(unknown)).toBe(false);
  });

  it('comes with what other contexts learn of the user, for users of several organizations at once', async () => {
    await demo.identity.createOrganization({
      caller: demo.owner,
      orgId: 'other',
      orgName: 'Other',
      userDimensions: [],
    });
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const elsewhere = (await superUserOf(demo, 'other')).userId;
    const { users } = await demo.identity.getUserContexts({
      users: [
        { orgId: 'demo', userId },
        { orgId: 'other', userId: elsewhere },
      ],
    });
    const subjectOf = (user?: UserProfile) =>
      userSubject(organizationTenant(user?.key?.orgId ?? ''), user?.key?.userId ?? '');
    const carried = users.map(({ profile, dataKey }) => ({ ...dataKey, subject: subjectOf(profile) }));
    const asked = [userSubject('org:demo', userId), userSubject('org:other', elsewhere)];
    expect(bySubject(carried as SubjectKey[])).toEqual(await get(asked));
    expect(users.map(({ dataKey }) => dataKey?.subject).sort()).toEqual(asked.sort());
  });

  it('does not exist when the user was refused', async () => {
    const email = 'taken@demo.test';
    await demo.identity.createUser(newUser(demo.owner, { email }));
    const count = async () => (await query('count_keys', 'SELECT FROM identity.data_key')).rows.length;
    const before = await count();
    expect(await codeOf(demo.identity.createUser(newUser(demo.owner, { email })))).toBe('conflict');
    expect(await count()).toBe(before);
  });

  it('is destroyed with the user for ever, and its row stays', async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const subject = userSubject('org:demo', userId);
    await demo.identity.deleteUser({ caller: demo.owner, userId });
    expect(await keyOf(subject)).toBe('erased');
    expect((await ensure([subject])).get(subject)).toBe('erased');
    expect(await keyOf(subject)).toBe('erased');
    expect(await stored(subject)).toMatchObject({
      wrapped_key: null,
      wrapping_key_id: null,
      destroyed_at: expect.any(Date),
    });
  });

  it('is wrapped: the database holds neither the key nor anything that opens without the master key', async () => {
    const { userId } = await demo.identity.createUser(newUser(demo.owner));
    const subject = userSubject('org:demo', userId);
    const secret = Buffer.from((await keyOf(subject)) ?? '', 'hex');
    const { wrapped_key, wrapping_key_id } = (await stored(subject)) ?? {};
    expect((wrapped_key as Buffer).includes(secret)).toBe(false);
    expect(wrapping_key_id).toBe(identityOptions.masterKey.id);
    expect(wrapping_key_id).not.toBe(new MasterKey(Buffer.alloc(32, 8)).id);
  });

  it('that was moved to another subject does not open there and reveals nothing', async () => {
    const [victim, thief] = subjects(2) as [string, string];
    await ensure([victim, thief]);
    await query(
      'move',
      `UPDATE identity.data_key SET (key_id, wrapped_key) =
         (SELECT key_id, wrapped_key FROM identity.data_key WHERE subject = $1) WHERE subject = $2`,
      [victim, thief],
    );
    expect(await codeOf(demo.dataKeys.getKeys({ subjects: [thief] }))).toBe('internal_error');
    const secret = (await keyOf(victim)) ?? '';
    expect(demo.logged.join()).not.toContain(secret);
  });
});

describe('keys that are created for others', () => {
  it('when many create the same ones in different orders at once, then all get the same keys', async () => {
    const wanted = subjects(50);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, run) => ensure(run % 2 === 0 ? wanted : wanted.toReversed())),
    );
    const first = answers[0] ?? new Map();
    expect(first.size).toBe(50);
    expect(new Set(first.values()).size).toBe(50);
    for (const answer of answers) expect(new Map([...answer].sort())).toEqual(new Map([...first].sort()));
    expect(await get(wanted)).toEqual(first);
  });

  it('when a key is destroyed while others create it, then it stays destroyed for all later readers', async () => {
    for (const subject of subjects(10)) {
      await Promise.all([ensure([subject]), destroy(subject), ensure([subject])]);
      expect(await keyOf(subject)).toBe('erased');
      expect((await ensure([subject])).get(subject)).toBe('erased');
    }
  });

  it('when it is destroyed twice, then the first time stays known', async () => {
    const [subject = ''] = subjects(1);
    await destroy(subject);
    const first = await stored(subject);
    demo.clock.advance(1_000);
    await destroy(subject);
    expect(await stored(subject)).toEqual(first);
  });

  it('are not created by asking for them', async () => {
    const [subject = ''] = subjects(1);
    expect(await get([subject])).toEqual(new Map());
    expect(await stored(subject)).toBeUndefined();
  });
});

describe('a key that does not open', () => {
  it('is logged with its subject, counts as no erasure, and hinders no other key', async () => {
    const damaged = await demo.addUser();
    const other = await demo.addUser({ firstName: 'Other' });
    const subject = userSubject('org:demo', damaged.userId);
    demo.clock.advance(60_000);
    const damage = `UPDATE identity.data_key SET wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1)
                     WHERE subject = $1`;
    await query('damage', damage, [subject]);

    const { identity, owner: caller } = demo;
    const calls = [
      demo.dataKeys.getKeys({ subjects: [subject] }),
      profileOf(identity, damaged.userId),
      identity.updateUser({ caller, userId: damaged.userId, additionalContext: ['note'] }),
    ];
    expect(await Promise.all(calls.map(codeOf))).toEqual(Array(3).fill('internal_error'));
    expect(demo.logged.join('\n')).toMatch(
      new RegExp(`Key [0-9a-f-]{36} of ${subject} does not open under master key [0-9a-f]{32}`),
    );
    expect(await profileOf(identity, other.userId)).toMatchObject({ firstName: 'Other' });
    expect(await keyOf(userSubject('org:demo', other.userId))).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('requests for keys', () => {
  it('get responses for 500 subjects at once, for repeated ones once, and for none', async () => {
    const wanted = subjects(499);
    const [one = ''] = wanted;
    expect((await ensure([...wanted, one])).size).toBe(499);
    expect((await get([...wanted, one])).size).toBe(499);
    expect(await get([])).toEqual(new Map());
    expect(await ensure([])).toEqual(new Map());
  });

  it.each([
    ['more than 500', subjects(501)],
    ['an empty id', ['']],
    ['a NUL', ['org:demo/user/\u0000']],
    ['an id of more than 512 bytes', [`org:demo/user/${'ä'.repeat(250)}`]],
  ])('given %s, are refused before any key is created', async (_name, asked) => {
    expect(await codeOf(demo.dataKeys.getKeys({ subjects: asked }))).toBe('invalid_request');
    expect(await codeOf(demo.dataKeys.ensureKeys({ subjects: asked }))).toBe('invalid_request');
  });
});
