import { attributesAsked, hasPermission, permits, requirePermission } from './permits.js';
import type { Grant } from './grant.js';

const message = {
  org_id: 'acme',
  conversation_user_id: 'alice',
  user_role_id: 'role-a',
  service_id: 'billing',
  visible_to_admins: true,
} as const;

function readsMessages(conditions: Grant['conditions']): readonly Grant[] {
  return [{ permissionName: 'Conversation:GetMessage', conditions }];
}

describe('permits', () => {
  it('allows when all conditions of one grant hold', () => {
    const grants = readsMessages({
      conversation_user_id: { type: 'Equals', value: 'alice' },
      service_id: { type: 'In', values: ['sales', 'billing'] },
      org_id: { type: 'NotEquals', value: 'other' },
      visible_to_admins: { type: 'Equals', value: true },
    });
    expect(permits(grants, 'Conversation:GetMessage', message)).toBe(true);
  });

  it.each<[string, Grant['conditions']]>([
    ['Equals', { conversation_user_id: { type: 'Equals', value: 'bob' } }],
    ['In', { conversation_user_id: { type: 'In', values: ['bob', 'carol'] } }],
    ['an empty In', { conversation_user_id: { type: 'In', values: [] } }],
    ['NotEquals', { conversation_user_id: { type: 'NotEquals', value: 'alice' } }],
    ['a flag', { visible_to_admins: { type: 'Equals', value: false } }],
    [
      'one of two',
      { org_id: { type: 'Equals', value: 'acme' }, service_id: { type: 'Equals', value: 'sales' } },
    ],
  ])('refuses when %s does not hold', (_name, conditions) => {
    expect(permits(readsMessages(conditions), 'Conversation:GetMessage', message)).toBe(false);
  });

  it('allows when any of several grants matches', () => {
    const grants = [
      ...readsMessages({ service_id: { type: 'Equals', value: 'sales' } }),
      ...readsMessages({ service_id: { type: 'Equals', value: 'billing' } }),
    ];
    expect(permits(grants, 'Conversation:GetMessage', message)).toBe(true);
  });

  it('rejects without a grant of exactly that permission', () => {
    expect(permits(readsMessages({}), 'Conversation:GetConversation', message)).toBe(false);
    expect(permits([], 'Conversation:GetMessage', message)).toBe(false);
  });

  it('fails every condition, NotEquals too, on an attribute that the object lacks', () => {
    const grants = readsMessages({ user_role_id: { type: 'NotEquals', value: 'role-b' } });
    expect(permits(grants, 'Conversation:GetMessage', { ...message, user_role_id: null })).toBe(false);
  });

  it('rejects by permission_denied, naming the permission', () => {
    expect(() => requirePermission([], 'Tool:CreateTool', { org_id: 'acme' })).toThrow(
      expect.objectContaining({
        code: 'permission_denied',
        message: expect.stringContaining('Tool:CreateTool') as string,
      }),
    );
  });
});

describe('holds', () => {
  it('checks the permission by name, with any conditions', () => {
    const grants = readsMessages({ org_id: { type: 'Equals', value: 'other' } });
    expect(hasPermission(grants, 'Conversation:GetMessage')).toBe(true);
    expect(hasPermission(grants, 'Conversation:GetConversation')).toBe(false);
  });
});

describe('attributesAsked', () => {
  it("returns the attributes in the permission's grants", () => {
    const grants: readonly Grant[] = [
      ...readsMessages({ service_id: { type: 'Equals', value: 'sales' } }),
      ...readsMessages({ visible_to_admins: { type: 'Equals', value: true } }),
      { permissionName: 'User:GetUserInfo', conditions: { user_id: { type: 'Equals', value: 'alice' } } },
    ];
    expect([...attributesAsked(grants, 'Conversation:GetMessage')].sort()).toEqual([
      'service_id',
      'visible_to_admins',
    ]);
  });
});
