import { grantFromProto, grantToProto, requireConditions } from './grant-mapping.js';
import { grantToJson } from './grant-json.js';
import { parseGrants } from './parse-grants.js';
import { defaultRoles } from './default-roles.js';
import { ConditionType } from '@svc/contracts/common';

const loc = ['body', 'permission_grants'];

function faultsOf(input: unknown): readonly string[] {
  try {
    parseGrants(input, loc);
    return [];
  } catch (error) {
    const { fields } = error as { fields: { loc: (string | number)[] }[] };
    return fields.map((field) => field.loc.join('.'));
  }
}

describe('parseGrants', () => {
  it('reads all condition types and templates', () => {
    const grants = parseGrants(
      [
        {
          permission_name: 'Conversation:GetMessage',
          conditions: {
            org_id: { type: 'Equals', value: '{self_org_id}' },
            service_id: { type: 'In', values: ['a', 'b'] },
            conversation_user_id: { type: 'NotEquals', value: 'x' },
            visible_to_admins: { type: 'Equals', value: true },
          },
        },
      ],
      loc,
    );
    expect(grants).toHaveLength(1);
    expect(grants[0]?.conditions.service_id).toEqual({ type: 'In', values: ['a', 'b'] });
  });

  it('accepts the fields of older clients and drops them', () => {
    const grants = parseGrants(
      [{ permission_name: 'Service:GetService', action: 'Allow', description: 'old', conditions: {} }],
      loc,
    );
    expect(grants).toEqual([{ permissionName: 'Service:GetService', conditions: {} }]);
  });

  it('treats missing conditions as none', () => {
    expect(parseGrants([{ permission_name: 'Service:GetService' }], loc)).toEqual([
      { permissionName: 'Service:GetService', conditions: {} },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no list', {}, 'body.permission_grants'],
    ['no object', ['x'], 'body.permission_grants.0'],
    [
      'an unknown permission',
      [{ permission_name: 'Service:Explode' }],
      'body.permission_grants.0.permission_name',
    ],
    [
      'a dot for the colon',
      [{ permission_name: 'Service.GetService' }],
      'body.permission_grants.0.permission_name',
    ],
    [
      'a deny',
      [{ permission_name: 'Service:GetService', action: 'Deny' }],
      'body.permission_grants.0.action',
    ],
    [
      'conditions that are no object',
      [{ permission_name: 'Service:GetService', conditions: [] }],
      'body.permission_grants.0.conditions',
    ],
    [
      'an attribute the permission does not have',
      [
        {
          permission_name: 'Service:GetService',
          conditions: { visible_to_admins: { type: 'Equals', value: true } },
        },
      ],
      'body.permission_grants.0.conditions.visible_to_admins',
    ],
    [
      'a name of the object prototype as attribute',
      [
        {
          permission_name: 'Service:GetService',
          conditions: { constructor: { type: 'Equals', value: 'x' } },
        },
      ],
      'body.permission_grants.0.conditions.constructor',
    ],
    [
      'an unknown condition type',
      [{ permission_name: 'Service:GetService', conditions: { org_id: { type: 'Like', value: 'x' } } }],
      'body.permission_grants.0.conditions.org_id.type',
    ],
    [
      'text for a flag',
      [
        {
          permission_name: 'User:GetUserModel',
          conditions: { visible_to_admins: { type: 'Equals', value: 'true' } },
        },
      ],
      'body.permission_grants.0.conditions.visible_to_admins.value',
    ],
    [
      'a number for text',
      [{ permission_name: 'Service:GetService', conditions: { org_id: { type: 'In', values: ['a', 1] } } }],
      'body.permission_grants.0.conditions.org_id.values.1',
    ],
    [
      'In without a list',
      [{ permission_name: 'Service:GetService', conditions: { org_id: { type: 'In', value: 'a' } } }],
      'body.permission_grants.0.conditions.org_id.values',
    ],
    [
      'an unknown template',
      [
        {
          permission_name: 'Service:GetService',
          conditions: { org_id: { type: 'Equals', value: '{any_org_id}' } },
        },
      ],
      'body.permission_grants.0.conditions.org_id.value',
    ],
  ])('refuses %s and names the place', (_name, input, place) => {
    expect(faultsOf(input)).toEqual([place]);
  });

  it('names every error at once', () => {
    expect(faultsOf([{ permission_name: 'x' }, { permission_name: 'y' }])).toHaveLength(2);
  });
});

describe('grants on the wire', () => {
  const allDefaults = defaultRoles(true).flatMap((role) => role.grants);

  it('keeps every default grant through JSON and through messages', () => {
    const throughJson = parseGrants(JSON.parse(JSON.stringify(allDefaults.map(grantToJson))), loc);
    const throughMessages = allDefaults.map((grant) => grantFromProto(grantToProto(grant)));
    expect(throughJson).toEqual(allDefaults);
    expect(throughMessages).toEqual(allDefaults);
  });

  it('drops a grant with an unknown condition, never only the condition', () => {
    const text = (value: string) => ({ value: { $case: 'text' as const, value } });
    const conditions = { moon_phase: { type: ConditionType.CONDITION_TYPE_EQUALS, values: [text('full')] } };
    expect(grantFromProto({ permissionName: 'Service:GetService', conditions })).toBeNull();
    expect(() => requireConditions(conditions)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('drops a grant with a condition that has lost its value or type', () => {
    const equals = { type: ConditionType.CONDITION_TYPE_EQUALS, values: [] };
    const untyped = { type: ConditionType.CONDITION_TYPE_UNSPECIFIED, values: [] };
    expect(
      grantFromProto({ permissionName: 'Service:GetService', conditions: { org_id: equals } }),
    ).toBeNull();
    expect(
      grantFromProto({ permissionName: 'Service:GetService', conditions: { org_id: untyped } }),
    ).toBeNull();
  });
});
