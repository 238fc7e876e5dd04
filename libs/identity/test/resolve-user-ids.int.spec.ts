import { ConditionType, type Condition, type ConditionValue } from '@svc/contracts/common';
import { AdminVisibility } from '@svc/contracts/identity';
import { codeOf, startDemo, type Demo } from './demo.js';

let demo: Demo;
beforeAll(async () => void (demo = await startDemo()));
afterAll(() => demo.stop());

const text = (value: string): ConditionValue => ({ value: { $case: 'text', value } });
const visible: Condition = {
  type: ConditionType.CONDITION_TYPE_EQUALS,
  values: [{ value: { $case: 'flag', value: true } }],
};
const conversations = AdminVisibility.ADMIN_VISIBILITY_CONVERSATIONS;
const userModel = AdminVisibility.ADMIN_VISIBILITY_USER_MODEL;
const resolve = async (
  conditions: Record<string, Condition>,
  visibility = conversations,
  orgId = 'demo',
): Promise<readonly string[]> =>
  (await demo.identity.resolveUserIds({ orgId, conditions, visibility })).userIds;

describe('users resolved by conditions', () => {
  it('meet all conditions, each kind of visibility by its own flag', async () => {
    const open = await demo.addUser();
    const secretive = await demo.addUser();
    const hidden = { caller: demo.owner, userId: secretive.userId, additionalContext: [] };
    await demo.identity.updateUser({ ...hidden, conversationsVisibleToAdmins: false });
    const ofRole: Condition = { type: ConditionType.CONDITION_TYPE_EQUALS, values: [text(open.roleId)] };
    const users = [open.userId, secretive.userId].toSorted();
    expect(await resolve({ user_role_id: ofRole })).toEqual(users);
    expect(await resolve({ user_role_id: ofRole }, userModel)).toEqual(users);
    expect(await resolve({ user_role_id: ofRole, visible_to_admins: visible })).toEqual([open.userId]);
    expect(await resolve({ user_role_id: ofRole, visible_to_admins: visible }, userModel)).toEqual(users);
    const some: Condition = {
      type: ConditionType.CONDITION_TYPE_IN,
      values: [text(secretive.userId), text('x')],
    };
    expect(await resolve({ user_id: some })).toEqual([secretive.userId]);
    const others: Condition = { type: ConditionType.CONDITION_TYPE_NOT_EQUALS, values: [text(open.roleId)] };
    expect(await resolve({ user_role_id: others })).toEqual([demo.owner.userId]);
    expect(await resolve({ user_role_id: ofRole }, conversations, 'other')).toEqual([]);
  });

  it('when a condition is on any other attribute, then it is refused', async () => {
    const condition: Condition = { type: ConditionType.CONDITION_TYPE_EQUALS, values: [text('x')] };
    expect(await codeOf(resolve({ service_id: condition }))).toBe('validation_failed');
    expect(await codeOf(resolve({ nonsense: condition }))).toBe('validation_failed');
  });
});
