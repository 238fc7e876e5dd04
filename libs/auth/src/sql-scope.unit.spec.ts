import { toSqlScope, type ScopeColumns } from './sql-scope.js';
import { toPrismaScope } from './prisma-scope.js';
import type { Grant } from './grant.js';

const columns: ScopeColumns<'Conversation:GetMessage'> = {
  org_id: { constant: 'acme' },
  conversation_user_id: { sql: 'c.user_id' },
  user_role_id: { constant: null },
  service_id: { sql: 'c.service_id' },
  visible_to_admins: { sql: 'c.visible' },
};

function grant(conditions: Grant['conditions']): Grant {
  return { permissionName: 'Conversation:GetMessage', conditions };
}

function scopeOf(grants: readonly Grant[], firstPlaceholder?: number) {
  return toSqlScope(grants, 'Conversation:GetMessage', columns, firstPlaceholder);
}

describe('toSqlScope', () => {
  it('joins conditions by AND and grants by OR, with values as parameters', () => {
    const scope = scopeOf([
      grant({
        conversation_user_id: { type: 'Equals', value: 'alice' },
        service_id: { type: 'In', values: ['s'] },
      }),
      grant({
        visible_to_admins: { type: 'Equals', value: true },
        service_id: { type: 'NotEquals', value: 'x' },
      }),
    ]);
    expect(scope.text).toBe(
      '((c.user_id = $1::text AND c.service_id = ANY($2::text[])) OR (c.visible = $3::boolean AND c.service_id <> $4::text))',
    );
    expect(scope.values).toEqual(['alice', ['s'], true, 'x']);
  });

  it('numbers placeholders from the given one', () => {
    const scope = scopeOf([grant({ conversation_user_id: { type: 'Equals', value: 'alice' } })], 4);
    expect(scope.text).toBe('((c.user_id = $4::text))');
  });

  it('checks constants at once and keeps the rest', () => {
    const own = grant({ org_id: { type: 'Equals', value: 'acme' } });
    const foreign = grant({ org_id: { type: 'Equals', value: 'other' } });
    const unknown = grant({ user_role_id: { type: 'NotEquals', value: 'r' } });
    expect(scopeOf([foreign, own]).text).toBe('TRUE');
    expect(scopeOf([foreign, unknown])).toMatchObject({ text: 'FALSE', values: [] });
    expect(scopeOf([]).text).toBe('FALSE');
  });

  it('drops the values of grants that an unconditional one makes redundant', () => {
    const scope = scopeOf([grant({ service_id: { type: 'Equals', value: 's' } }), grant({})]);
    expect(scope).toMatchObject({ text: 'TRUE', values: [] });
  });

  it('has one shape per text, for any values', () => {
    const shapeOf = (value: string) => scopeOf([grant({ service_id: { type: 'Equals', value } })]).shape;
    expect(shapeOf('a')).toBe(shapeOf('b'));
    expect(shapeOf('a')).not.toBe(scopeOf([grant({})]).shape);
  });
});

describe('toPrismaScope', () => {
  const noRow = { id: { in: [] } };
  const scopeFor = (grants: readonly Grant[]) =>
    toPrismaScope<'User:GetUserInfo', object>(
      grants,
      'User:GetUserInfo',
      {
        org_id: { constant: 'acme' },
        user_id: { where: (id) => ({ id }) },
        user_role_id: { where: (roleId) => ({ roleId }) },
      },
      noRow,
    );
  const ofUser = (conditions: Grant['conditions']): Grant => ({
    permissionName: 'User:GetUserInfo',
    conditions,
  });
  const own = ofUser({ org_id: { type: 'Equals', value: 'acme' } });
  const foreign = ofUser({ org_id: { type: 'Equals', value: 'other' } });
  const alice = ofUser({ user_id: { type: 'Equals', value: 'alice' } });

  it('makes one alternative of each grant that can match', () => {
    const mixed = ofUser({
      user_role_id: { type: 'In', values: ['r'] },
      user_id: { type: 'NotEquals', value: 'bob' },
    });
    expect(scopeFor([alice, foreign, mixed])).toEqual([
      {
        OR: [
          { AND: [{ id: { equals: 'alice' } }] },
          { AND: [{ roleId: { in: ['r'] } }, { id: { not: 'bob' } }] },
        ],
      },
    ]);
  });

  it('has no condition on rows when constants meet a grant', () => {
    expect(scopeFor([alice, own])).toEqual([]);
  });

  it.each([[[]], [[foreign]]])('lets no row through when nothing is granted', (grants) => {
    expect(scopeFor(grants)).toEqual([noRow]);
  });
});
