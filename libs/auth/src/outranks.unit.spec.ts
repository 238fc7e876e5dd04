import fc from 'fast-check';
import { grantsArbitrary, objectArbitrary, samplePermissions, texts } from '../test/arbitrary-roles.js';
import { defaultRoles } from './default-roles.js';
import type { Condition, Conditions, Grant } from './grant.js';
import { equalsOrOutranks, outranks, type RankedRole } from './outranks.js';
import { permissionNames } from './permissions.js';
import { permits } from './permits.js';
import { grantsOf } from './templates.js';

function custom(roleId: string, grants: readonly Grant[]): RankedRole {
  return { roleId, grants, defaultRank: 0 };
}

function readsMessages(conditions: Conditions): Grant {
  return { permissionName: 'Conversation:GetMessage', conditions };
}

const ofService = (value: string): Condition => ({ type: 'Equals', value });

describe('outranks', () => {
  const defaults = defaultRoles(true).map(({ name, grants, rank }) => ({
    roleId: name,
    grants,
    defaultRank: rank,
  }));

  it('orders the four default roles, and each equals only itself', () => {
    for (const [index, role] of defaults.entries())
      for (const [other, lower] of defaults.entries()) {
        expect(outranks(role, lower)).toBe(index > other);
        expect(equalsOrOutranks(role, lower)).toBe(index >= other);
      }
  });

  it('agrees with the grants of the default roles: each has all that the lower ones have', () => {
    const unranked = defaults.map((role) => ({ ...role, defaultRank: 0 }));
    const [user, administrator, svcAdministrator, superAdministrator] = unranked as [
      RankedRole,
      RankedRole,
      RankedRole,
      RankedRole,
    ];
    expect(outranks(administrator, user)).toBe(true);
    expect(outranks(svcAdministrator, administrator)).toBe(true);
    expect(outranks(superAdministrator, svcAdministrator)).toBe(true);
    expect(equalsOrOutranks(user, administrator)).toBe(false);
  });

  it('puts a custom role with fewer grants below, and one with an additional grant at neither side', () => {
    const administrator = defaults[1] as RankedRole;
    const part = custom('part', administrator.grants.slice(0, 3));
    const beside = custom('beside', [
      ...administrator.grants,
      { permissionName: 'Admin:GetModels', conditions: {} },
    ]);
    const createsOrganizations: Grant = { permissionName: 'Organization:CreateOrganization', conditions: {} };
    expect(outranks(administrator, part)).toBe(true);
    expect(outranks(administrator, beside)).toBe(false);
    const seededElsewhere = {
      ...(defaults[3] as RankedRole),
      grants: defaultRoles(false)[3]?.grants ?? [],
    };
    expect(outranks(seededElsewhere, custom('maker', [createsOrganizations]))).toBe(false);
  });

  it('does not let a role with equal grants outrank, though the ceiling allows it', () => {
    const grants = [readsMessages({})];
    expect(outranks(custom('a', grants), custom('b', grants))).toBe(false);
    expect(equalsOrOutranks(custom('a', grants), custom('b', grants))).toBe(true);
  });

  it('treats {self_role_id} as a different role in each role', () => {
    const ofOwnRole = [readsMessages({ user_role_id: { type: 'Equals', value: '{self_role_id}' } })];
    expect(equalsOrOutranks(custom('a', ofOwnRole), custom('b', ofOwnRole))).toBe(false);
  });

  it.each<[string, Condition, Condition, boolean]>([
    ['a value in a list', { type: 'In', values: ['a', 'b'] }, ofService('a'), true],
    ['a list in a longer one', { type: 'In', values: ['a', 'b'] }, { type: 'In', values: ['b'] }, true],
    [
      'a list not wholly in another',
      { type: 'In', values: ['a'] },
      { type: 'In', values: ['a', 'b'] },
      false,
    ],
    ['another value', { type: 'NotEquals', value: 'x' }, ofService('a'), true],
    ['the excluded value', { type: 'NotEquals', value: 'a' }, ofService('a'), false],
    [
      'a template against an excluded value',
      { type: 'NotEquals', value: 'a' },
      ofService('{self_org_id}'),
      false,
    ],
    ['the same exclusion', { type: 'NotEquals', value: 'a' }, { type: 'NotEquals', value: 'a' }, true],
    ['another exclusion', { type: 'NotEquals', value: 'a' }, { type: 'NotEquals', value: 'b' }, false],
    ['an exclusion by a value', ofService('a'), { type: 'NotEquals', value: 'b' }, false],
  ])('compares conditions: covers %s', (_name, wide, narrow, expected) => {
    const higher = custom('h', [readsMessages({ service_id: wide })]);
    const lower = custom('l', [readsMessages({ service_id: narrow })]);
    expect(equalsOrOutranks(higher, lower)).toBe(expected);
  });

  it('knows that a flag has two values', () => {
    const notFalse = readsMessages({ visible_to_admins: { type: 'NotEquals', value: false } });
    const isTrue = readsMessages({ visible_to_admins: { type: 'Equals', value: true } });
    expect(equalsOrOutranks(custom('a', [isTrue]), custom('b', [notFalse]))).toBe(true);
  });
});

describe('custom roles', () => {
  it('never rank above what they may do: what a covered role permits, the covering one permits too', () => {
    fc.assert(
      fc.property(
        grantsArbitrary,
        grantsArbitrary,
        objectArbitrary,
        fc.constantFrom(...samplePermissions),
        fc.constantFrom(...texts),
        (more, some, object, permission, userId) => {
          // Random roles rarely cover one another, so the wide one gets the narrow one's grants as well.
          const wide = custom('x', [...more, ...some]);
          const narrow = custom('y', some);
          fc.pre(equalsOrOutranks(wide, narrow));
          const permitted = ({ roleId, grants }: RankedRole) =>
            permits(grantsOf({ orgId: 'x', userId, roleId }, grants), permission, object);
          expect(permitted(narrow) && !permitted(wide)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never outrank each other both ways, nor themselves', () => {
    fc.assert(
      fc.property(grantsArbitrary, grantsArbitrary, (one, other) => {
        const [a, b] = [custom('x', one), custom('y', other)];
        expect(outranks(a, b) && outranks(b, a)).toBe(false);
        expect(outranks(a, a)).toBe(false);
        expect(equalsOrOutranks(a, a)).toBe(true);
        expect(outranks(a, b)).toBe(equalsOrOutranks(a, b) && !equalsOrOutranks(b, a));
      }),
    );
  });
});

describe('defaultRoles', () => {
  it('gives a user only services, their own conversations and their own data', () => {
    const user = defaultRoles(true)[0];
    const grants = grantsOf({ orgId: 'acme', userId: 'alice', roleId: 'r' }, user?.grants ?? []);
    const ofBob = { conversation_user_id: 'bob', user_id: 'bob', user_role_id: 'r', visible_to_admins: true };
    const reachable = permissionNames.filter((name) =>
      permits(grants, name, { ...ofBob, org_id: 'acme', service_id: 's', role_id: 'r' }),
    );
    expect(reachable).toEqual(['Service:GetService', 'Service:GetVersionSet']);
    const ofAlice = { ...ofBob, conversation_user_id: 'alice', user_id: 'alice', visible_to_admins: false };
    const own = permissionNames.filter((name) =>
      permits(grants, name, { ...ofAlice, org_id: 'acme', service_id: 's', role_id: 'r' }),
    );
    expect(own).toEqual([
      'Conversation:CreateConversation',
      'Conversation:FinishConversation',
      'Conversation:GetConversation',
      'Conversation:GetMessage',
      'Conversation:InteractWithConversation',
      'Service:GetService',
      'Service:GetVersionSet',
      'User:GetUserInfo',
      'User:GetUserModel',
      'User:UpdateUserInfo',
    ]);
  });

  it.each([1, 2, 3])(
    'lets administrator role %i read only visible users, the lowest only those of its own role',
    (rank) => {
      const role = defaultRoles(true)[rank];
      const grants = grantsOf({ orgId: 'acme', userId: 'admin', roleId: 'own-role' }, role?.grants ?? []);
      const reads = (user_role_id: string, visible_to_admins: boolean) =>
        permits(grants, 'Conversation:GetMessage', {
          org_id: 'acme',
          conversation_user_id: 'bob',
          service_id: 's',
          user_role_id,
          visible_to_admins,
        });
      expect(reads('own-role', true)).toBe(true);
      expect(reads('own-role', false)).toBe(false);
      expect(reads('other-role', true)).toBe(rank > 1);
    },
  );

  it('grants nothing in another organization', () => {
    for (const role of defaultRoles(false)) {
      const grants = grantsOf({ orgId: 'acme', userId: 'a', roleId: 'r' }, role.grants);
      const elsewhere = {
        conversation_user_id: 'a',
        user_id: 'a',
        user_role_id: 'r',
        visible_to_admins: true,
      };
      const reachable = permissionNames.filter((name) =>
        permits(grants, name, { ...elsewhere, org_id: 'other', service_id: 's', role_id: 'r' }),
      );
      expect(reachable).toEqual([]);
    }
  });

  it('lets super administrators create organizations only where the installer seeded', () => {
    const creators = (seeded: boolean) =>
      defaultRoles(seeded)
        .filter((role) =>
          role.grants.some((grant) => grant.permissionName === 'Organization:CreateOrganization'),
        )
        .map((role) => role.name);
    expect(creators(true)).toEqual(['DefaultSuperAdministratorRole']);
    expect(creators(false)).toEqual([]);
  });
});
