import type { Caller } from '@svc/contracts/common';
import type { UserStanding } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import { resyncInboxStream } from '@svc/event-bus';
import { TestBus } from '@svc/event-bus/test-bus';
import { organizationTenant, userSubject } from '@svc/kernel';
import { callerOf, samplesOf } from '@svc/testing';
import { ReadModels } from '../src/application/read-models.js';
import { takeStandingsBack } from '../src/projections/user-standings.js';
import { ManualScheduler } from './manual-scheduler.js';
import { userProfile } from './peers.js';
import { openShelf, type Shelf } from './shelf.js';

const { UserCreated, UserRoleAssigned, UserPreferencesChanged, UserDeleted } = identityEvents;
const { MembershipCreated, MembershipDeleted } = identityEvents;

/** What comes while a list waits, once. */
class Meanwhile extends ManualScheduler {
  happens: (() => Promise<unknown>) | undefined;
  waits = 0;

  override async wait(): Promise<void> {
    this.waits += 1;
    const { happens } = this;
    this.happens = undefined;
    await happens?.();
  }
}

let bus: TestBus;
let meanwhile: Meanwhile;
let shelf: Shelf;
beforeEach(async () => {
  bus = new TestBus();
  meanwhile = new Meanwhile();
  shelf = await openShelf({ bus, scheduler: meanwhile });
});
afterEach(() => shelf.close());

/** Whose access was judged after the change of this number. */
const admin = (standingNumber?: number, roleName = 'DefaultSuperAdministratorRole'): Caller => ({
  ...callerOf('carl', roleName),
  standingNumber,
});
const streamOf = (userId: string) => userSubject(organizationTenant('demo'), userId);
const placeOf = (userId: string, streamId = streamOf(userId)) => ({
  tenantId: organizationTenant('demo'),
  streamId,
  subject: streamOf(userId),
});
const standing = (number: number, roleId?: string, isVisible = true): UserStanding => ({
  orgId: 'demo',
  number,
  roleId,
  conversationsVisibleToAdmins: isVisible,
});
const tell = (userId: string, ...standings: UserStanding[]) =>
  bus.publish(UserRoleAssigned, { ...placeOf(userId), data: { roleId: 'any', standings } });

/** What the list shows, and what identity was asked for it. */
async function listed(caller: Caller) {
  const { asked } = shelf.library.peers;
  asked.length = 0;
  const names = await shelf.names({ caller });
  return { names, asked: asked.filter((call) => call === 'resolveUserIds') };
}
const ofAda = ['first', 'second', 'third'];
const stored = async () => {
  const text = `SELECT row_to_json(s)::text AS row FROM conversations.user_standing s
                UNION ALL SELECT row_to_json(p)::text FROM conversations.standing_progress p ORDER BY 1`;
  const query = { name: 'stored_standings', text, values: [] };
  return (await shelf.library.database.query<{ row: string }>(query)).rows.map(({ row }) => row);
};

describe("an administrator's list", () => {
  it('given that all changes are applied, then identity is asked for nothing', async () => {
    await tell('ada', standing(1, 'role-user'));
    await tell('bob', standing(2, 'role-user', false));
    expect(await listed(admin(2))).toEqual({ names: ofAda, asked: [] });
    await tell('bob', standing(3, 'role-user'));
    expect(await listed(admin(3))).toEqual({ names: [...ofAda, 'bobs'], asked: [] });
    expect(await listed(admin(3, 'DefaultAdministratorRole'))).toEqual({ names: [], asked: [] });
    await tell('bob', standing(4, 'role-admin'));
    expect(await listed(admin(4, 'DefaultAdministratorRole'))).toEqual({ names: ['bobs'], asked: [] });
    expect(meanwhile.waits).toBe(0);
  });

  it('given that the consumer stands still, then identity is asked as soon as 100 ms have passed, and the list is right', async () => {
    await tell('ada', standing(1, 'role-user'));
    await tell('bob', standing(2, 'role-user'));
    // Since then identity has let bob hide his conversations, and nobody has heard.
    shelf.library.peers.users.set('bob', userProfile('bob', { conversationsVisibleToAdmins: false }));
    expect(await listed(admin(3))).toEqual({ names: ofAda, asked: ['resolveUserIds'] });
    expect(meanwhile.waits).toBe(10);
  });

  it('given that a change comes while it waits, then it goes by it', async () => {
    await tell('ada', standing(1, 'role-user'));
    meanwhile.happens = () => tell('bob', standing(2, 'role-user'));
    expect(await listed(admin(2))).toEqual({ names: [...ofAda, 'bobs'], asked: [] });
    expect(meanwhile.waits).toBe(1);
  });

  it('given that nobody says which changes there were, or that the organization is unknown, then identity is asked', async () => {
    await tell('ada', standing(1, 'role-user'));
    expect(await listed(admin())).toEqual({ names: ofAda, asked: ['resolveUserIds'] });
    expect(await shelf.names({ caller: { ...admin(1), tenantId: 'org:other' } })).toEqual([]);
    expect(shelf.library.peers.asked).toContain('resolveUserIds');
  });
});

describe('changes that come in another order than that of their numbers', () => {
  it('then they are all known once the last one that was missing has come', async () => {
    await tell('bob', standing(3, 'role-user', false));
    await tell('carl', standing(2, 'role-admin'));
    expect((await listed(admin(3))).asked).toEqual(['resolveUserIds']);
    await tell('ada', standing(1, 'role-user'), standing(5, 'role-user'));
    expect(await listed(admin(3))).toEqual({ names: ofAda, asked: [] });
    expect((await listed(admin(5))).asked).toEqual(['resolveUserIds']);
    await tell('bob', standing(4, 'role-user'));
    expect(await listed(admin(5))).toEqual({ names: [...ofAda, 'bobs'], asked: [] });
  });

  it('then of one user the highest number holds', async () => {
    const data = { preferences: undefined, standings: [standing(3, 'role-user', false)] };
    await bus.publish(UserPreferencesChanged, { ...placeOf('ada'), data });
    const membership = { homeOrgId: 'demo', userId: 'ada', roleId: 'role-user', createdAtMs: 1 };
    await bus.publish(MembershipCreated, {
      ...placeOf('ada', 'org:demo/membership/ada'),
      data: { ...membership, standings: [standing(2, 'role-user')] },
    });
    await tell('bob', standing(1, 'role-user'));
    expect(await listed(admin(3))).toEqual({ names: ['bobs'], asked: [] });
  });
});

describe('what is kept of how users stand', () => {
  it('given that a user is deleted, then nothing says any more what they were, and no list shows what was theirs', async () => {
    await tell('ada', standing(1, 'role-secret'), standing(2, 'role-user'));
    await bus.publish(UserDeleted, { ...placeOf('ada'), data: { standings: [standing(3)] } });
    expect(await listed(admin(3))).toEqual({ names: [], asked: [] });
    expect((await stored()).join()).not.toContain('role-');
  });

  it('given that a stream is read anew, or the read models are made anew, then it is the same', async () => {
    await tell('ada', standing(1, 'role-user'), standing(4, 'role-admin'));
    await tell('bob', standing(2, 'role-user'), standing(3, 'role-user', false));
    const before = await stored();
    const { database } = shelf.library;
    const address = { schema: 'conversations', consumer: 'user-standings', source: 'identity' };
    expect(await resyncInboxStream(database, { ...address, streamId: streamOf('ada') })).toBe(true);
    const text = 'SELECT FROM conversations.inbox_parked_stream';
    while ((await database.query({ name: 'still_read', text, values: [] })).rowCount !== 0);
    expect(await stored()).toEqual(before);
    await (await shelf.library.openContext()).get(ReadModels).rebuild();
    expect(await stored()).toEqual(before);
  });

  it('given that a number comes again for another user, as after a restore, then of the former one the change before holds', async () => {
    await tell('ada', standing(1, 'role-user'));
    await tell('ada', standing(2, 'role-user', false));
    await tell('bob', standing(2, 'role-user', false));
    expect(await listed(admin(2))).toEqual({ names: ofAda, asked: [] });
  });

  it('given that a stream was taken back and has not come again, then identity is asked', async () => {
    await tell('ada', standing(1, 'role-user'));
    await tell('bob', standing(2, 'role-user'), standing(3, 'role-user', false));
    await shelf.library.database.transaction((tx) => takeStandingsBack(tx, streamOf('bob')));
    expect((await listed(admin(2))).asked).toEqual(['resolveUserIds']);
    expect(await listed(admin(1))).toEqual({ names: ofAda, asked: [] });
  });

  it.each([
    [UserCreated.type, UserCreated, samplesOf(identityEvents.UserCreated)],
    [UserRoleAssigned.type, UserRoleAssigned, samplesOf(identityEvents.UserRoleAssigned)],
    [UserPreferencesChanged.type, UserPreferencesChanged, samplesOf(identityEvents.UserPreferencesChanged)],
    [UserDeleted.type, UserDeleted, samplesOf(identityEvents.UserDeleted)],
    [MembershipCreated.type, MembershipCreated, samplesOf(identityEvents.MembershipCreated)],
    [MembershipDeleted.type, MembershipDeleted, samplesOf(identityEvents.MembershipDeleted)],
  ] as const)('takes %s as identity has recorded it', async (_type, contract, samples) => {
    for (const sample of samples) await bus.publishSample(contract, sample);
    const told = samples.flatMap(({ payload }) => (payload['standings'] as unknown[] | undefined) ?? []);
    expect(told.length).toBeGreaterThan(0);
    const rows = (await stored()).filter((row) => row.includes('"number"'));
    expect(rows).toHaveLength(told.length);
  });
});
