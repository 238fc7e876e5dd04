import { defaultRoles, grantsOf, permits, type Grant } from '@svc/auth';
import { grantsArbitrary, objectArbitrary, samplePermissions, texts } from '@svc/auth/test-roles';
import fc from 'fast-check';
import type { KnownRole } from '../../src/projections/role-cache.js';
import { Company, type Session } from './company.js';
import { seed } from './seed.js';

const customNames = ['x', 'y', 'z', 'w'];
const defaults = defaultRoles(true);
const roleNames = [...customNames, ...defaults.map(({ name }) => name)];
const makesKeys: Grant = { permissionName: 'Organization:CreateAPIKey', conditions: {} };

/** What an attacker tries next; the numbers choose among what exists. */
type Attempt =
  | { readonly what: 'assign' | 'create user' | 'create key'; readonly role: string }
  | { readonly what: 'create own key' }
  | { readonly what: 'modify role'; readonly role: string; readonly grants: readonly Grant[] }
  | { readonly what: 'grant'; readonly grants: readonly Grant[] }
  | { readonly what: 'sign in' | 'delete user' };

/** What others do to the attackers meanwhile. */
type Measure =
  { readonly what: 'demotion'; readonly role: string } | { readonly what: 'deletion' | 'a minute passes' };

type Chosen<Step> = Step & { readonly actor: number; readonly target: number };

const role = fc.constantFrom(...roleNames);
const which = { actor: fc.nat(), target: fc.nat() };
const attemptsWith = (grants: fc.Arbitrary<readonly Grant[]>): fc.Arbitrary<Chosen<Attempt>>[] => [
  fc.record({ what: fc.constantFrom('assign', 'create user', 'create key'), role, ...which }),
  fc.record({ what: fc.constant('modify role'), role, grants, ...which }),
  fc.record({ what: fc.constant('grant'), grants: fc.oneof(fc.constant([makesKeys]), grants), ...which }),
  fc.record({ what: fc.constantFrom('create own key', 'sign in', 'delete user'), ...which }),
];
/** Keys that super administrators make are theirs alone, whoever signed them in. */
const belowSuper = role.filter((name) => name !== 'DefaultSuperAdministratorRole');
const measures: fc.Arbitrary<Chosen<Measure>>[] = [
  fc.record({ what: fc.constant('demotion'), role: belowSuper, ...which }),
  fc.record({ what: fc.constantFrom('deletion', 'a minute passes'), ...which }),
];
const several = <Step>(steps: readonly fc.Arbitrary<Step>[]) =>
  fc.array(fc.oneof(...steps), { minLength: 1, maxLength: 14 });

/** Parts of one pool, so that roles often cover one another. */
const world = fc.array(grantsArbitrary, { minLength: 3, maxLength: 3 }).chain((pools) => {
  const pool = [makesKeys, ...pools.flat()];
  const part = fc.subarray([...pool]);
  return fc.record({
    roles: fc.tuple(fc.constant(pool), part, part, part),
    users: fc.array(role, { minLength: 2, maxLength: 5 }),
    attempts: several(attemptsWith(part)),
    course: several<Chosen<Attempt | Measure>>([...attemptsWith(part), ...measures]),
    object: objectArbitrary,
    permission: fc.constantFrom(...samplePermissions),
    self: fc.constantFrom(...texts),
  });
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

function found({ roles, users }: World): Company {
  const company = new Company();
  customNames.forEach((name, index) => company.addRole(name, name, roles[index] ?? []));
  for (const { name, grants, rank } of defaults) company.addRole(name, name, grants, rank);
  users.forEach((name, index) => company.users.set(`user-${index}`, name));
  return company;
}

/** Who attacks, users that they create included, and the sessions that they have found. */
interface Attack {
  readonly people: Set<string>;
  readonly sessions: Session[];
}

/** The attackers try everything, with every permission. The users that they create are as bad as they are. */
async function attack(
  company: Company,
  begun: readonly string[],
  course: readonly Chosen<Attempt | Measure>[],
): Promise<Attack> {
  const people = new Set(begun);
  const sessions = begun.map((user) => company.own(user));
  const pick = <Item>(items: readonly Item[], number: number) => items[number % items.length];
  for (const step of course) {
    const actor = pick(sessions, step.actor);
    const target = pick([...company.users.keys()], step.target) ?? '';
    const person = pick([...people], step.target) ?? '';
    if (!actor) break;
    if (step.what === 'assign') await company.assign(actor, target, step.role);
    if (step.what === 'create key') await company.createKey(actor, step.role);
    if (step.what === 'create own key') await makeKey(company, actor);
    if (step.what === 'modify role') await company.modify(actor, step.role, step.grants);
    if (step.what === 'delete user') await company.deleteUser(actor, target);
    if (step.what === 'create user') {
      const made = await company.createUser(actor, step.role);
      if (made !== null) {
        people.add(made);
        sessions.push(company.own(made));
      }
    }
    if (step.what === 'grant')
      for (const grant of step.grants.slice(0, 2)) await company.grant(actor, target, grant);
    if (step.what === 'sign in') sessions.push(...(await reachable(company)));
    if (step.what === 'demotion' && company.users.has(person)) company.users.set(person, step.role);
    if (step.what === 'deletion') company.users.delete(person);
    if (step.what === 'a minute passes') company.pass(60_000);
  }
  return { people, sessions };
}

/** A key of the role that its creator has. */
async function makeKey(company: Company, session: Session): Promise<void> {
  const own = company.roleOf(session.userId);
  if (own) await company.createKey(session, own.roleName);
}

/** Every session that a key of the attackers opens now, or one of these keys. Nobody else makes keys here. */
async function reachable(company: Company, keys = company.keys): Promise<readonly Session[]> {
  const found: Session[] = [];
  for (const userId of company.users.keys())
    for (const key of keys) if (await company.accessOf({ userId, key })) found.push({ userId, key });
  return found;
}

/** Themselves, and whom these people reach with keys that they make now. */
async function reachedAgain(company: Company, people: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const sessions = [...people].filter((person) => company.users.has(person)).map((user) => company.own(user));
  const before = company.keys.length;
  for (const session of sessions) await makeKey(company, session);
  const fresh = await reachable(company, company.keys.slice(before));
  return new Set([...people, ...fresh.map(({ userId }) => userId)]);
}

/** Judged by what roles permit, not by how they compare. */
const mayDo = (
  { self, permission, object }: World,
  { roleId, grants }: Pick<KnownRole, 'roleId' | 'grants'>,
) => permits(grantsOf({ orgId: 'x', userId: self, roleId }, grants), permission, object);

/** Whether any of the users may do it by their present role. */
const anyMay = (given: World, company: Company, users: Iterable<string>) =>
  [...users].some((user) => {
    const role = company.roleOf(user);
    return role !== undefined && mayDo(given, role);
  });

/** Whether a session that the attackers reach may do it, by its role or a temporary grant. */
async function anySessionMay(given: World, company: Company): Promise<boolean> {
  for (const session of await reachable(company)) {
    const role = company.roleOf(session.userId);
    const temporary = await company.temporaryGrantsOf(session);
    if (role && mayDo(given, { ...role, grants: [...role.grants, ...temporary] })) return true;
  }
  return false;
}

describe('attackers who assign roles, create users, keys and grants, modify roles and sign others in', () => {
  it('never control anybody with more rights than they had, whatever they try', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 2 }), async (given, conspirators) => {
        const company = found(given);
        const begun = [...company.users.keys()].slice(0, conspirators);
        const could = anyMay(given, company, begun);

        await attack(company, begun, given.attempts);

        expect((await anySessionMay(given, company)) && !could).toBe(false);
      }),
      { numRuns: 600, seed },
    );
  });

  it('never keep more rights than they have left, when they are demoted or deleted or grants expire', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 2 }), async (given, conspirators) => {
        const company = found(given);
        const begun = [...company.users.keys()].slice(0, conspirators);
        for (const user of begun) if (company.roleOf(user)?.defaultRank === 4) company.users.set(user, 'x');

        const { people } = await attack(company, begun, given.course);

        const can = await anySessionMay(given, company);
        expect(can && !anyMay(given, company, people)).toBe(false);
        const kept = await reachable(company);
        const again = await reachedAgain(company, people);
        expect(kept.map(({ userId }) => userId).filter((user) => !again.has(user))).toEqual([]);
        for (const person of people) company.users.delete(person);
        expect(await reachable(company)).toEqual([]);
      }),
      { numRuns: 1_200, seed },
    );
  });

  it('never raise anybody, nor a key, above their own rights', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const company = found(given);
        const [actor = ''] = company.users.keys();
        const could = mayDo(given, company.roleOf(actor) as KnownRole);
        const before = new Map(
          [...company.users.keys()].map((user) => [user, mayDo(given, company.roleOf(user) as KnownRole)]),
        );

        await attack(company, [actor], given.attempts);

        const raised = [...company.users.keys()].filter(
          (user) => mayDo(given, company.roleOf(user) as KnownRole) && before.get(user) !== true,
        );
        const keys = company.keys.filter(({ roleId }) =>
          mayDo(given, company.inForceFor(roleId) as KnownRole),
        );
        expect(could || raised.length + keys.length === 0).toBe(true);
      }),
      { numRuns: 600, seed },
    );
  });

  it('never turn a role that excludes its own users into one that reaches them before the hand-over', async () => {
    const company = new Company();
    const others: Grant = {
      permissionName: 'Conversation:GetMessage',
      conditions: { user_role_id: { type: 'NotEquals', value: '{self_role_id}' } },
    };
    const more: Grant = { permissionName: 'Role:GetRole', conditions: {} };
    company.addRole('x', 'x', [others, more]);
    company.users.set('user', 'x');

    const session = company.own('user');
    await company.modify(session, 'x', [others]);
    expect(company.inForceFor('x')?.roleId).toBe('x');

    await company.modify(session, 'x', [more]);
    expect(company.inForceFor('x')?.roleId).not.toBe('x');
  });

  it('do come to control those below, so the attempts have an effect', async () => {
    const company = new Company();
    for (const { name, grants, rank } of defaults) company.addRole(name, name, grants, rank);
    company.users
      .set('admin', 'DefaultAdministratorRole')
      .set('user', 'DefaultUserRole')
      .set('super', 'DefaultSuperAdministratorRole');
    const admin = company.own('admin');
    await company.createKey(admin, 'DefaultAdministratorRole');
    await company.createKey(admin, 'DefaultSuperAdministratorRole');
    expect(company.keys).toHaveLength(2);
    const signedIn = (await reachable(company)).filter(({ key }) => key !== admin.key);
    expect(signedIn.map(({ userId }) => userId)).toEqual(['admin', 'user']);
    expect(await company.createUser(admin, 'DefaultUserRole')).not.toBeNull();
    expect(await company.createUser(admin, 'DefaultAdministratorRole')).toBeNull();
  });

  it('lose what they made as somebody else, and what they made under a grant, when their own time is over', async () => {
    const company = new Company();
    for (const { name, grants, rank } of defaults) company.addRole(name, name, grants, rank);
    company.users
      .set('super', 'DefaultSuperAdministratorRole')
      .set('admin', 'DefaultAdministratorRole')
      .set('user', 'DefaultUserRole')
      .set('peer', 'DefaultUserRole');
    const signedInBy = async (key: Session['key']) =>
      (await reachable(company)).filter((session) => session.key === key).map(({ userId }) => userId);

    // As the administrator, the super administrator makes a key whose creator is the administrator.
    const boss = company.own('super');
    await company.createKey(boss, 'DefaultAdministratorRole');
    const asAdmin = { userId: 'admin', key: company.keys[1] as Session['key'] };
    await company.createKey(asAdmin, 'DefaultUserRole');
    const [, , made] = company.keys as [Session['key'], Session['key'], Session['key']];
    expect(await signedInBy(made)).toEqual(['user', 'peer']);
    company.users.set('super', 'DefaultUserRole');
    expect(await signedInBy(made)).toEqual(['super']);

    // A user makes a key under a grant of a minute.
    const owner = company.own('admin');
    const user = company.own('user');
    await company.grant(owner, 'user', makesKeys);
    await company.createKey(user, 'DefaultUserRole');
    const [kept] = company.keys.slice(-1) as [Session['key']];
    expect(await signedInBy(kept)).toEqual(['super', 'user', 'peer']);
    company.pass(60_000);
    expect(await signedInBy(kept)).toEqual([]);
    await company.createKey(user, 'DefaultUserRole');
    expect(company.keys.slice(-1)).toEqual([kept]);
  });
});
