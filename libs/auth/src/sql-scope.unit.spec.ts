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

  it('numbers placeholders from the one it is given', () => {
    const scope = scopeOf([grant({ conversation_user_id: { type: 'Equals', value: 'alice' } })], 4);
    expect(scope.text).toBe('((c.user_id = $4::text))');
  });

  it('judges constants at once and keeps the rest', () => {
    const own = grant({ org_id: { type: 'Equals', value: 'acme' } });
    const foreign = grant({ org_id: { type: 'Equals', value: 'other' } });
    const unknown = grant({ user_role_id: { type: 'NotEquals', value: 'r' } });
    expect(scopeOf([foreign, own]).text).toBe('TRUE');
    expect(scopeOf([foreign, unknown])).toMatchObject({ text: 'FALSE', values: [] });
    expect(scopeOf([]).text).toBe('FALSE');
  });

  it('drops the values of grants that an unconditional one makes needless', () => {
    const scope = scopeOf([grant({ service_id: { type: 'Equals', value: 's' } }), grant({})]);
    expect(scope).toMatchObject({ text: 'TRUE', values: [] });
  });

  it('has one shape per text, whatever the values', () => {
    const shapeOf = (value: string) => scopeOf([grant({ service_id: { type: 'Equals', value } })]).shape;
    expect(shapeOf('a')).toBe(shapeOf('b'));
    expect(shapeOf('a')).not.toBe(scopeOf([grant({})]).shape);
  });
});

describe('toPrismaScope', () => {
  const scopeFor = (grants: readonly Grant[]) =>
    toPrismaScope(grants, 'User:GetUserInfo', {
      org_id: { constant: 'acme' },
      user_id: { where: (id) => ({ id }) },
      user_role_id: { where: (roleId) => ({ roleId }) },
    });
  const ofUser = (conditions: Grant['conditions']): Grant => ({
    permissionName: 'User:GetUserInfo',
    conditions,
  });

  it('makes one alternative of each grant that can match', () => {
    const scope = scopeFor([
      ofUser({ org_id: { type: 'Equals', value: 'acme' }, user_id: { type: 'Equals', value: 'alice' } }),
      ofUser({ org_id: { type: 'Equals', value: 'other' } }),
      ofUser({ user_role_id: { type: 'In', values: ['r'] }, user_id: { type: 'NotEquals', value: 'bob' } }),
    ]);
    expect(scope).toEqual([
      { AND: [{ id: { equals: 'alice' } }] },
      { AND: [{ roleId: { in: ['r'] } }, { id: { not: 'bob' } }] },
    ]);
  });

  it('is empty, which Prisma takes as no row, when nothing is granted', () => {
    expect(scopeFor([])).toEqual([]);
  });
});
