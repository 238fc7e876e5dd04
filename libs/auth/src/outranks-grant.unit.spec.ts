import fc from 'fast-check';
import { grantsArbitrary, objectArbitrary, samplePermissions, texts } from '../test/arbitrary-roles.js';
import type { Conditions, Grant } from './grant.js';
import type { RankedRole } from './outranks.js';
import { outranksGrant } from './outranks-grant.js';
import { permits } from './permits.js';
import { grantsOf } from './templates.js';

const equals = (value: string | boolean) => ({ type: 'Equals', value }) as const;
const here: Conditions = { org_id: equals('{self_org_id}') };
const getMessage = (conditions: Conditions): Grant => ({
  permissionName: 'Conversation:GetMessage',
  conditions,
});
const role = (...grants: Grant[]): RankedRole => ({
  roleId: 'admin',
  defaultRank: 3,
  grants: [...grants, { permissionName: 'Role:CreateTemporaryPermissionGrant', conditions: here }],
});
const holder = { orgId: 'demo', roleId: 'user' };

describe('a role outranks a grant', () => {
  it('that is narrower, also when one of them names the organization and the other its template', () => {
    const reader = role(getMessage(here));
    const inDemo = { org_id: equals('demo'), conversation_user_id: equals('u1') };
    expect(outranksGrant(reader, getMessage(inDemo), holder)).toBe(true);
    expect(outranksGrant(role(getMessage({ org_id: equals('demo') })), getMessage(here), holder)).toBe(true);
    expect(outranksGrant(reader, getMessage({ ...inDemo, org_id: equals('other') }), holder)).toBe(false);
  });

  it('that is as wide as one of its own, if it has others too', () => {
    expect(outranksGrant(role(getMessage(here)), getMessage(here), holder)).toBe(true);
    const alone = { ...role(), grants: [getMessage(here)] };
    expect(outranksGrant(alone, getMessage(here), holder)).toBe(false);
  });
});

describe('a role does not outrank a grant', () => {
  it('of a permission that it lacks, or has under more conditions', () => {
    expect(outranksGrant(role(), getMessage(here), holder)).toBe(false);
    const visible = role(getMessage({ ...here, visible_to_admins: equals(true) }));
    expect(outranksGrant(visible, getMessage(here), holder)).toBe(false);
  });

  it("about users of the holder's role, when it is limited to those of its own", () => {
    const ofOwnRole = getMessage({ ...here, user_role_id: equals('{self_role_id}') });
    expect(outranksGrant(role(ofOwnRole), ofOwnRole, holder)).toBe(false);
    expect(outranksGrant(role(ofOwnRole), ofOwnRole, { ...holder, roleId: 'admin' })).toBe(true);
  });

  it('of one conversation owner, when it is limited to its own conversations', () => {
    const own = role(getMessage({ ...here, conversation_user_id: equals('{self_user_id}') }));
    expect(outranksGrant(own, getMessage({ ...here, conversation_user_id: equals('u1') }), holder)).toBe(
      false,
    );
  });
});

describe('a grant below a role', () => {
  it('never lets its holder do what the role would not let them do', () => {
    fc.assert(
      fc.property(
        grantsArbitrary,
        grantsArbitrary,
        objectArbitrary,
        fc.constantFrom(...samplePermissions),
        fc.constantFrom(...texts),
        fc.constantFrom(...texts),
        (more, given, object, permission, userId, roleOfHolder) => {
          const giver = role(...more, ...given);
          const inX = { orgId: 'x', roleId: roleOfHolder };
          const passed = given.filter((grant) => outranksGrant(giver, grant, inX));
          const may = (grants: readonly Grant[], roleId: string) =>
            permits(grantsOf({ orgId: 'x', userId, roleId }, grants), permission, object);
          expect(may(passed, roleOfHolder) && !may(giver.grants, giver.roleId)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
