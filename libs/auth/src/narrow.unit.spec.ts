import type { Conditions, Grant } from './grant.js';
import { narrowToUsers } from './narrow.js';

const permission = 'Conversation:GetConversation';

async function narrowed(conditions: Conditions) {
  const asked: Conditions[] = [];
  const grants: readonly Grant[] = [
    { permissionName: permission, conditions },
    { permissionName: 'Service:GetService', conditions: {} },
  ];
  const result = await narrowToUsers(grants, permission, 'conversation_user_id', (userConditions) => {
    asked.push(userConditions);
    return Promise.resolve(['alice', 'bob']);
  });
  return { asked, result };
}

describe('narrowToUsers', () => {
  it('replaces conditions on users by the ids from identity, and keeps the others', async () => {
    const { asked, result } = await narrowed({
      user_role_id: { type: 'Equals', value: 'r' },
      visible_to_admins: { type: 'Equals', value: true },
      service_id: { type: 'Equals', value: 's' },
    });
    expect(asked).toEqual([
      { user_role_id: { type: 'Equals', value: 'r' }, visible_to_admins: { type: 'Equals', value: true } },
    ]);
    expect(result).toEqual([
      {
        permissionName: permission,
        conditions: {
          service_id: { type: 'Equals', value: 's' },
          conversation_user_id: { type: 'In', values: ['alice', 'bob'] },
        },
      },
    ]);
  });

  it('keeps a condition on the user itself in force', async () => {
    const { result } = await narrowed({
      user_role_id: { type: 'Equals', value: 'r' },
      conversation_user_id: { type: 'NotEquals', value: 'bob' },
    });
    expect(result[0]?.conditions.conversation_user_id).toEqual({ type: 'In', values: ['alice'] });
  });

  it('asks nothing when no grant needs it', async () => {
    const { asked, result } = await narrowed({ conversation_user_id: { type: 'Equals', value: 'alice' } });
    expect(asked).toEqual([]);
    expect(result).toHaveLength(1);
  });
});
