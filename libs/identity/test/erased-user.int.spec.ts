import { userSubject, type TenantId } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import { requestContextOf } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { SUBJECT_KEYS } from '@svc/service-host';
import { IdentityStore } from '../src/adapters/identity-store.js';
import { ReadModels } from '../src/application/read-models.js';
import { Users } from '../src/application/users.js';
import type { UpdateUser } from '../src/domain/user/user-command.js';
import { codeOf, startDemo, type Demo } from './demo.js';
import { everythingStored, placesOf } from './everything-stored.js';
import { addQuirina, words } from './quirina.js';
import { updateUser } from './user-commands.js';
import { profileOf } from './user-profiles.js';

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const tenantId: TenantId = 'org:demo';
const remove = (userId: string) => demo.identity.deleteUser({ caller: demo.owner, userId });
const update = (userId: string, changes: object) =>
  demo.identity.updateUser({ caller: demo.owner, userId, additionalContext: [], ...changes });
const target = (id: string, tx?: Tx) => {
  const call = { signal: new AbortController().signal, requestId: 'r', traceparent: '' };
  return { tenantId, id, metadata: requestContextOf(demo.owner, call).metadata, tx };
};
const change = (changes: Partial<UpdateUser>) => {
  const { atMs: _atMs, ...command } = updateUser(changes);
  return () => command;
};
const rebuild = async () => (await demo.replica()).get(ReadModels).rebuild();

/** Where in the database any of their personal words is. */
const places = (...more: readonly string[]) =>
  placesOf([...Object.values(words), ...more], demo.storage.database);
async function rowsOf(userId: string): Promise<readonly string[]> {
  const stored = await everythingStored(demo.storage.database);
  return ['user_account', 'user_sensitive_variables', 'user_additional_context', 'snapshot'].flatMap(
    (table) => stored.get(table)?.filter((row) => row.includes(userId)) ?? [],
  );
}

/** Resolves when a session waits for a lock of this kind. */
async function waiting(locktype: string): Promise<void> {
  const waits = {
    name: 'waits',
    text: `SELECT FROM pg_locks WHERE NOT granted AND locktype = $1
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    values: [locktype],
  };
  while ((await demo.storage.database.query(waits)).rowCount === 0);
}

describe('a deleted user', () => {
  it('then only their id is left anywhere, logs included', async () => {
    const userId = await addQuirina(demo);
    expect(await rowsOf(userId)).not.toEqual([]);
    await remove(userId);
    expect(await places()).toEqual([]);
    expect(await rowsOf(userId)).toEqual([]);
    expect(demo.logged.join()).not.toMatch(/Quirina|Mirabelle|greengage|bees/i);
    const stored = await everythingStored(demo.storage.database);
    const subject = userSubject(tenantId, userId);
    const [erased = ''] = stored.get('erased_subject') ?? [];
    expect(JSON.parse(erased)).toMatchObject({ subject, completed_at: expect.any(String) });
    const events = await (await demo.replica()).get(IdentityStore).readStream(demo.storage.database, subject);
    expect(events.at(-1)?.event.type).toBe('UserDeleted');
    expect(events[0]).toMatchObject({ isErased: true, event: { data: { firstName: '', email: '' } } });
  });

  it('then requests for them find nobody', async () => {
    const user = await demo.addUser();
    const { userId } = user;
    await remove(userId);
    const { identity, admin, owner: caller, apiKeyId, apiKey } = demo;
    expect(await profileOf(identity, userId)).toBeUndefined();
    const page = { limit: 10, offset: 0 };
    const listed = await identity.listUsers({ caller, userIds: [userId], emails: [], page, sortBy: [] });
    expect(listed.users).toEqual([]);
    expect(await identity.getAccess({ orgId: 'demo', userId, apiKeyId })).toMatchObject({ active: false });
    const codes = [
      update(userId, { firstName: 'Back' }),
      update(userId, { conversationsVisibleToAdmins: false }),
      identity.assignRole({ caller, userId, roleName: 'DefaultUserRole' }),
      remove(userId),
      admin.issueApiKey({ orgId: 'demo', userId, duration: 'P1D' }),
      identity.signInWithApiKey({ orgId: 'demo', userId, apiKeyId, apiKey }),
    ];
    expect(await Promise.all(codes.map(codeOf))).toEqual([
      ...Array<string>(5).fill('not_found'),
      'unauthenticated',
    ]);
  });

  it('given a deleted successor with the same e-mail, then a third user can have it', async () => {
    for (let round = 0; round < 2; round++) await remove(await addQuirina(demo));
    await rebuild();
    expect(await places()).toEqual([]);
    expect(await profileOf(demo.identity, await addQuirina(demo))).toMatchObject({
      firstName: words.firstName,
    });
  });

  it('given a later rebuild of the read models, then they hold the same', async () => {
    const userId = await addQuirina(demo);
    await demo.addUser();
    await remove(userId);
    const plain = async () => (await everythingStored(demo.storage.database)).get('user_account')?.toSorted();
    const before = (await plain())?.length;
    await rebuild();
    expect((await plain())?.length).toBe(before);
    expect(await rowsOf(userId)).toEqual([]);
    expect(await places()).toEqual([]);
  });
});

describe('a user who is deleted during a write about them', () => {
  it.each([
    ['their profile', { firstName: 'Latecomer' }],
    ['what is known of them', { additionalContext: ['Latecomer'] }],
  ])(
    'given a transaction that has written %s, then the deletion waits for it, and nothing of it stays',
    async (_what, changes) => {
      const userId = await addQuirina(demo);
      const users = (await demo.replica()).get(Users);
      let deleted: Promise<unknown> | undefined;
      await demo.storage.database.transaction(async (tx) => {
        await users.change(target(userId, tx), change(changes));
        deleted = remove(userId);
        deleted.catch(() => undefined); // awaited below
        await waiting('advisory');
      });
      await deleted;
      expect(await places('Latecomer')).toEqual([]);
      expect(await rowsOf(userId)).toEqual([]);
    },
  );

  it.each([
    ['their profile', { firstName: 'Latecomer' }],
    ['what is known of them', { additionalContext: ['Latecomer'] }],
  ])(
    'given a request that has their key and is about to write %s, then it finds nobody',
    async (_what, changes) => {
      const userId = await addQuirina(demo);
      const subject = userSubject(tenantId, userId);
      const replica = await demo.replica();
      const [users, ring] = [replica.get(Users), replica.get<KeyRing>(SUBJECT_KEYS)];
      const base = await users.load(tenantId, userId);
      ring.pin(subject, await ring.get(subject));
      await remove(userId);
      expect(await codeOf(users.change(target(userId), change(changes), { base }))).toBe('not_found');
      expect(await places('Latecomer')).toEqual([]);
      expect(await rowsOf(userId)).toEqual([]);
    },
  );

  it('given another deletion at the same moment, then one of them finds nobody', async () => {
    const userId = await addQuirina(demo);
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(remove(userId))));
    expect(codes.toSorted()).toEqual(['no failure', 'not_found', 'not_found']);
    expect(await places()).toEqual([]);
  });

  it('given a rebuild of the read models at the same time, then nothing of them comes back', async () => {
    const ids = await Promise.all([1, 2, 3].map((n) => addQuirina(demo, `${n}${words.email}`)));
    await Promise.all([
      rebuild().then(() => rebuild()),
      ...ids.map(async (userId, index) => {
        await codeOf(update(userId, { additionalContext: [`note ${index}`] }));
        await remove(userId);
      }),
    ]);
    expect(await places()).toEqual([]);
    for (const userId of ids) expect(await rowsOf(userId)).toEqual([]);
  });

  it('given that the deletion is refused, then they stay whole', async () => {
    const userId = await addQuirina(demo);
    const user = await demo.addUser();
    const refused = demo.identity.deleteUser({ caller: user, userId });
    expect(await codeOf(refused)).toBe('permission_denied');
    const profile = await profileOf(demo.identity, userId);
    expect(profile).toMatchObject({ firstName: words.firstName, timezone: words.timezone });
    expect((await everythingStored(demo.storage.database)).get('erased_subject')).toEqual([]);
  });
});
