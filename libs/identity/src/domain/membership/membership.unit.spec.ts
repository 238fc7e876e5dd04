import { membershipDecider, type MembershipCommand, type MembershipState } from './membership.js';

const ada = { homeOrgId: 'demo', userId: 'ada', roleId: 'r4' };
const member = { ...ada, createdAtMs: 7 };
const decide = (state: MembershipState, command: MembershipCommand) =>
  membershipDecider.decide(state, { ...command, atMs: 7 });

describe('a membership', () => {
  it('when it is created, then it records the home organization of the member and their role here', () => {
    const created = decide('none', { type: 'CreateMembership', ...ada });
    expect(created).toEqual([{ type: 'MembershipCreated', data: member }]);
    expect(created.reduce(membershipDecider.evolve, membershipDecider.initialState)).toEqual(member);
  });

  it('when it is deleted, then it has ended', () => {
    const deleted = decide(member, { type: 'DeleteMembership' });
    expect(deleted).toEqual([{ type: 'MembershipDeleted', data: {} }]);
    expect(deleted.reduce(membershipDecider.evolve, member)).toBe('deleted');
  });

  it.each(['none', 'deleted'] as const)("given that it is %s, then it can't be deleted", (state) => {
    expect(() => decide(state, { type: 'DeleteMembership' })).toThrow(
      expect.objectContaining({ code: 'not_found' }),
    );
  });
});
