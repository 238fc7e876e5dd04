import { defaultRoles, grantsOf, permits, type Grant } from '@svc/auth';
import { grantsArbitrary, objectArbitrary, samplePermissions, texts } from '@svc/auth/test-roles';
import fc from 'fast-check';
import type { KnownRole } from '../../src/projections/role-cache.js';
import { Company } from './company.js';
import { seed } from './seed.js';

const customNames = ['x', 'y', 'z', 'w'];
const defaults = defaultRoles(true);
const roleNames = [...customNames, ...defaults.map(({ name }) => name)];

/** What an attacker tries next; the numbers choose among what exists. */
type Attempt =
  | { readonly what: 'assign' | 'create user' | 'create key'; readonly role: string }
  | { readonly what: 'modify role'; readonly role: string; readonly grants: readonly Grant[] }
  | { readonly what: 'sign in' };

const role = fc.constantFrom(...roleNames);
const which = { actor: fc.nat(), target: fc.nat() };
const attempts = (grants: fc.Arbitrary<readonly Grant[]>) =>
  fc.array(
    fc.oneof<fc.Arbitrary<Attempt & { readonly actor: number; readonly target: number }>[]>(
      fc.record({ what: fc.constantFrom('assign', 'create user', 'create key'), role, ...which }),
      fc.record({ what: fc.constant('modify role'), role, grants, ...which }),
      fc.record({ what: fc.constant('sign in'), ...which }),
    ),
    { minLength: 1, maxLength: 14 },
  );

/** Parts of one pool, so that roles often cover one another. */
const world = fc.array(grantsArbitrary, { minLength: 3, maxLength: 3 }).chain((pools) => {
  const pool = pools.flat();
  const part = fc.subarray([...pool]);
  return fc.record({
    roles: fc.tuple(fc.constant(pool), part, part, part),
    users: fc.array(role, { minLength: 2, maxLength: 5 }),
    attempts: attempts(part),
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

/**
 * The attackers try everything, with every permission. They also control the users that they create or sign in with
 * their keys. @returns all of them.
 */
async function attack(company: Company, begun: readonly string[], { attempts }: World): Promise<Set<string>> {
  const held = new Set(begun);
  const pick = <Item>(items: readonly Item[], number: number) => items[number % items.length];
  for (const attempt of attempts) {
    const actor = pick([...held], attempt.actor) ?? '';
    const target = pick([...company.users.keys()], attempt.target) ?? '';
    if (attempt.what === 'assign') await company.assign(actor, target, attempt.role);
    if (attempt.what === 'create key') await company.createKey(actor, attempt.role);
    if (attempt.what === 'modify role') await company.modify(actor, attempt.role, attempt.grants);
    if (attempt.what === 'create user') {
      const made = await company.createUser(actor, attempt.role);
      if (made !== null) held.add(made);
    }
    if (attempt.what === 'sign in')
      for (const key of company.keys) if (await company.signsIn(key, target)) held.add(target);
  }
  return held;
}

/** Judged by what roles permit, not by how they compare. */
const mayDo = ({ self, permission, object }: World, { roleId, grants }: KnownRole) =>
  permits(grantsOf({ orgId: 'x', userId: self, roleId }, grants), permission, object);

describe('attackers who assign roles, create users and keys, modify roles and sign others in', () => {
  it('never control anybody with more rights than they had, whatever they try', async () => {
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 2 }), async (given, conspirators) => {
        const company = found(given);
        const begun = [...company.users.keys()].slice(0, conspirators);
        const could = begun.some((user) => mayDo(given, company.roleOf(user) as KnownRole));

        const held = await attack(company, begun, given);

        const can = [...held].some((user) => mayDo(given, company.roleOf(user) as KnownRole));
        expect(can && !could).toBe(false);
      }),
      { numRuns: 600, seed },
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

        await attack(company, [actor], given);

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

    await company.modify('user', 'x', [others]);
    expect(company.inForceFor('x')?.roleId).toBe('x');

    await company.modify('user', 'x', [more]);
    expect(company.inForceFor('x')?.roleId).not.toBe('x');
  });

  it('do come to control those below, so the attempts have an effect', async () => {
    const company = new Company();
    for (const { name, grants, rank } of defaults) company.addRole(name, name, grants, rank);
    company.users
      .set('admin', 'DefaultAdministratorRole')
      .set('user', 'DefaultUserRole')
      .set('super', 'DefaultSuperAdministratorRole');
    await company.createKey('admin', 'DefaultAdministratorRole');
    await company.createKey('admin', 'DefaultSuperAdministratorRole');
    expect(company.keys).toHaveLength(1);
    const signedIn = [];
    for (const user of company.users.keys())
      for (const key of company.keys) if (await company.signsIn(key, user)) signedIn.push(user);
    expect(signedIn).toEqual(['admin', 'user']);
    expect(await company.createUser('admin', 'DefaultUserRole')).not.toBeNull();
    expect(await company.createUser('admin', 'DefaultAdministratorRole')).toBeNull();
  });
});
