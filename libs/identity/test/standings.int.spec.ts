import { ReadModels } from '../src/application/read-models.js';
import type { UserStanding } from '../src/domain/user-standing.js';
import { holdStandingCounters } from '../src/projections/standing-counter.js';
import { callerOf } from './caller.js';
import { startDemo, superUserOf, type Demo } from './demo.js';

let demo: Demo;
beforeEach(async () => void (demo = await startDemo()));
afterEach(() => demo.stop());

const run = (name: string, text: string) =>
  demo.storage.database.query<{ event_type: string; standings: readonly UserStanding[] }>({
    name,
    text,
    values: [],
  });
/** Of all events, in the order of their numbers. */
async function standingsIn(orgId: string) {
  const { rows } = await run(
    'standings',
    `SELECT event_type, payload::jsonb -> 'standings' AS standings FROM identity.event
      WHERE payload::jsonb ? 'standings'`,
  );
  return rows
    .flatMap(({ event_type: type, standings }) => standings.map((standing) => ({ type, ...standing })))
    .filter((standing) => standing.orgId === orgId)
    .sort((one, other) => one.number - other.number);
}
const numbersIn = async (orgId: string) => (await standingsIn(orgId)).map(({ number }) => number);
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
/** That so many transactions wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  while (((await run('waits', waits)).rowCount ?? 0) < count);
}
const update = (userId: string, changes: object) =>
  demo.identity.updateUser({ caller: demo.owner, userId, additionalContext: [], ...changes });

describe('how users stand', () => {
  it('given changes of role and visibility, then each has the next number of the organization, and nothing else has one', async () => {
    const { identity, owner: caller } = demo;
    const { userId, roleId } = await demo.addUser();
    await update(userId, { firstName: 'Other', timezone: { value: 'UTC' } });
    await update(userId, { conversationsVisibleToAdmins: false });
    await identity.assignRole({ caller, userId, roleName: 'DefaultAdministratorRole' });
    await identity.assignRole({ caller, userId, roleName: 'DefaultAdministratorRole' });
    await identity.deleteUser({ caller, userId });
    const [, ...told] = await standingsIn('demo');
    expect(told).toEqual([
      { type: 'UserCreated', orgId: 'demo', number: 2, roleId, conversationsVisibleToAdmins: true },
      { type: 'UserPreferencesChanged', orgId: 'demo', number: 3, roleId },
      { type: 'UserRoleAssigned', orgId: 'demo', number: 4, roleId: expect.any(String) },
      { type: 'UserDeleted', orgId: 'demo', number: 5 },
    ]);
  });

  it('given many changes at once, some of which are refused, then no number is left out, and none comes twice', async () => {
    const { identity, owner: caller } = demo;
    const ids = await Promise.all(oneTo(6).map(async () => (await demo.addUser()).userId));
    await Promise.allSettled([
      ...ids.map((userId) => update(userId, { conversationsVisibleToAdmins: false })),
      ...ids.map((userId) => identity.assignRole({ caller, userId, roleName: 'DefaultAdministratorRole' })),
      ...ids.map((userId) =>
        update(userId, { conversationsVisibleToAdmins: false, timezone: { value: 'x' } }),
      ),
      ...ids.slice(3).map((userId) => identity.deleteUser({ caller, userId })),
      ...ids.map(() => demo.addUser({ email: 'ada@demo.test' })),
    ]);
    const numbers = await numbersIn('demo');
    expect(numbers.length).toBeGreaterThan(12);
    expect(numbers).toEqual(oneTo(numbers.length));
  });

  it('given a member, then what they let administrators see at home counts where they have entered too, until they are gone', async () => {
    const { identity, owner: caller } = demo;
    const { userId } = await demo.addUser();
    await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId });
    const founder = await demo.as(userId);
    await identity.createOrganization({
      caller: founder,
      orgId: 'second',
      orgName: 'Second',
      userDimensions: [],
    });
    await update(founder.userId, { conversationsVisibleToAdmins: false });
    await identity.deleteUser({ caller, userId: founder.userId });
    expect(await standingsIn('second')).toMatchObject([
      { type: 'UserCreated', number: 1 },
      { type: 'MembershipCreated', number: 2, conversationsVisibleToAdmins: true },
      { type: 'UserPreferencesChanged', number: 3, roleId: expect.any(String) },
      { type: 'MembershipDeleted', number: 4 },
    ]);
    expect(await numbersIn('demo')).toEqual(oneTo(5));
  });

  it('given a membership that ends while the visibility of its user changes, then they are gone from there for good', async () => {
    const { userId } = await demo.addUser();
    await demo.admin.grantSuperAdministrator({ orgId: 'demo', userId });
    const { identity, storage } = demo;
    const founder = await demo.as(userId);
    await identity.createOrganization({
      caller: founder,
      orgId: 'second',
      orgName: 'Second',
      userDimensions: [],
    });
    await update(userId, { conversationsVisibleToAdmins: false });
    const administrator = await superUserOf(demo, 'second');
    let changes: Promise<unknown> = Promise.resolve();
    await storage.database.transaction(async (tx) => {
      await holdStandingCounters(tx, ['second']);
      const deletion = identity.deleteUser({ caller: administrator, userId });
      await untilWaiting(1);
      changes = Promise.all([
        deletion,
        identity.updateUser({
          caller: founder,
          userId,
          additionalContext: [],
          conversationsVisibleToAdmins: true,
        }),
      ]);
      await untilWaiting(2);
    });
    await changes;
    const told = (await standingsIn('second')).slice(-2);
    expect(told.map(({ type, roleId }) => [type, roleId])).toEqual([
      ['MembershipDeleted', undefined],
      ['UserPreferencesChanged', undefined],
    ]);
    expect(await numbersIn('second')).toEqual(oneTo(5));
  });

  it('then whoever asks for access is told the latest number of the organization acted in', async () => {
    const { identity, owner, apiKeyId } = demo;
    const token = { orgId: 'demo', userId: owner.userId, apiKeyId };
    expect((await identity.getAccess(token)).standingNumber).toBe(1);
    await demo.addUser();
    expect((await identity.getAccess(token)).standingNumber).toBe(2);
    await identity.createOrganization({
      caller: owner,
      orgId: 'second',
      orgName: 'Second',
      userDimensions: [],
    });
    expect((await callerOf(demo, token, 'second')).standingNumber).toBe(2);
    expect((await superUserOf(demo, 'second')).standingNumber).toBe(2);
  });

  it('given counters that were lost, when the read models are made anew, then they go on where the log has come to', async () => {
    await demo.addUser();
    await run('lose', 'TRUNCATE identity.standing_counter');
    await (await demo.replica()).get(ReadModels).rebuild();
    await demo.addUser();
    await (await demo.replica()).get(ReadModels).rebuild();
    await demo.addUser();
    expect(await numbersIn('demo')).toEqual([1, 2, 3, 4]);
  });
});
