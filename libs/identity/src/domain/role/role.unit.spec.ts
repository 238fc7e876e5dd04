import type { Grant } from '@svc/auth';
import type { Timed } from '@svc/kernel';
import { roleDecider, type CreateRole, type RoleCommand, type RoleState } from './role.js';

const atMs = 1_700_000_000_000;
const ownOrganization = { org_id: { type: 'Equals', value: '{self_org_id}' } } as const;
const createRole = (changes: Partial<CreateRole> = {}): CreateRole & Timed => ({
  type: 'CreateRole',
  roleId: 'r1',
  roleName: 'Reader',
  description: 'Reads',
  frontendView: 'client',
  permissionGrants: [],
  defaultRank: 0,
  mayCreateOrganizations: false,
  atMs,
  ...changes,
});
const grantOn = (...values: string[]): Grant => ({
  permissionName: 'User:GetUserInfo',
  conditions: { user_id: { type: 'In', values } },
});
const grantsOf = (permissionGrants: readonly Grant[], changes: Partial<CreateRole> = {}) =>
  roleDecider.decide(null, createRole({ permissionGrants, ...changes })).reduce(roleDecider.evolve, null)
    ?.permissionGrants;

describe('creating a role', () => {
  it('then it is recorded as given', () => {
    const permissionGrants = [{ permissionName: 'Service:GetService', conditions: ownOrganization }] as const;
    const {
      type: _type,
      mayCreateOrganizations: _may,
      atMs: createdAtMs,
      ...data
    } = createRole({ permissionGrants });
    expect(roleDecider.decide(null, createRole({ permissionGrants }))).toEqual([
      { type: 'RoleCreated', data: { ...data, createdAtMs } },
    ]);
  });

  it('when a grant has no condition on organizations, then it is about the own one', () => {
    const conditions = { user_id: { type: 'Equals', value: 'u1' } } as const;
    expect(grantsOf([{ permissionName: 'User:GetUserInfo', conditions }])).toEqual([
      { permissionName: 'User:GetUserInfo', conditions: { ...ownOrganization, ...conditions } },
    ]);
  });

  it('when a grant names an organization, then it is kept', () => {
    const grant: Grant = {
      permissionName: 'User:GetUserInfo',
      conditions: { org_id: { type: 'In', values: ['a', 'b'] } },
    };
    expect(grantsOf([grant])).toEqual([grant]);
  });

  it('when it would let its users create organizations, then it is refused unless the installer seeded this one', () => {
    const grant: Grant = { permissionName: 'Organization:CreateOrganization', conditions: {} };
    expect(() => grantsOf([grant])).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
    expect(grantsOf([grant], { mayCreateOrganizations: true })).toEqual([grant]);
  });

  it.each([
    [
      'more than 200 grants',
      Array<Grant>(201).fill({ permissionName: 'Service:GetService', conditions: ownOrganization }),
    ],
    ['more than 1,000 values', [grantOn(...Array<string>(1_001).fill('x'))]],
    ['more than 24 KiB', [grantOn('x'.repeat(24_576))]],
    ['text that can not be stored', [grantOn('a\u0000')]],
  ])('when grants hold %s, then it is refused', (_what, grants) => {
    expect(() => grantsOf(grants)).toThrow(expect.objectContaining({ code: 'validation_failed' }) as Error);
  });

  it('when grants are at their limits, then it is recorded', () => {
    expect(grantsOf([grantOn(...Array<string>(999).fill('x'))])).toHaveLength(1);
  });

  it('when name or description is blank or the name is too long, then it is refused', () => {
    for (const change of [
      { roleName: ' ' },
      { roleName: 'x'.repeat(257) },
      { description: '' },
      { description: 'x'.repeat(2_001) },
    ]) {
      expect(() => roleDecider.decide(null, createRole(change))).toThrow(
        expect.objectContaining({ code: 'validation_failed' }) as Error,
      );
    }
  });
});

describe('a role', () => {
  const dayMs = 86_400_000;
  const stateOf = (...commands: (RoleCommand & Timed)[]) =>
    commands.reduce<RoleState>(
      (state, command) => roleDecider.decide(state, command).reduce(roleDecider.evolve, state),
      null,
    );
  const replaced = [createRole(), { type: 'ReplaceRole', byRoleId: 'r2', atMs }] as const;
  const described = { type: 'DescribeRole', description: 'Reads along', atMs } as const;

  it('when its description changes, then all else stays', () => {
    expect(stateOf(createRole(), described)).toEqual({
      ...stateOf(createRole()),
      description: 'Reads along',
    });
    expect(roleDecider.decide(stateOf(createRole(), described), described)).toEqual([]);
  });

  it('when it is replaced, then it expires a day later, and not before', () => {
    const expire = (ms: number) => ({ type: 'ExpireRole', atMs: ms }) as const;
    expect(stateOf(...replaced)).toMatchObject({ expiresAtMs: atMs + dayMs });
    expect(stateOf(...replaced, expire(atMs + dayMs - 1))).not.toBeNull();
    expect(stateOf(...replaced, expire(atMs + dayMs))).toBeNull();
    expect(roleDecider.decide(stateOf(createRole()), expire(atMs + dayMs))).toEqual([]);
  });

  it("when it was replaced, then it can't be changed again", () => {
    for (const command of [described, replaced[1]])
      expect(() => roleDecider.decide(stateOf(...replaced), command)).toThrow(
        expect.objectContaining({ code: 'operation_in_progress' }) as Error,
      );
  });

  it("when it is one of the default roles, then it can't be changed", () => {
    for (const command of [described, replaced[1]])
      expect(() => roleDecider.decide(stateOf(createRole({ defaultRank: 1 })), command)).toThrow(
        expect.objectContaining({ code: 'invalid_request' }) as Error,
      );
  });
});
