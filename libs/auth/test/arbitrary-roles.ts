import fc from 'fast-check';
import type { Condition, Grant } from '../src/grant.js';
import { permissionAttributes, type Attribute, type AttributeValue } from '../src/permissions.js';

/** Few values, so that roles and objects often match. */
export const texts = ['x', 'y', 'z'];
const templates = ['{self_org_id}', '{self_user_id}', '{self_role_id}'];
export const samplePermissions = [
  'Conversation:GetMessage',
  'User:GetUserModel',
  'Service:GetService',
  'Organization:CreateOrganization',
] as const;

function conditionFor(attribute: Attribute): fc.Arbitrary<Condition> {
  const value: fc.Arbitrary<AttributeValue> =
    attribute === 'visible_to_admins' ? fc.boolean() : fc.constantFrom(...texts, ...templates);
  return fc.oneof(
    fc.record({ type: fc.constant('Equals' as const), value }),
    fc.record({ type: fc.constant('NotEquals' as const), value }),
    fc.record({ type: fc.constant('In' as const), values: fc.array(value, { maxLength: 3 }) }),
  );
}

const grantArbitrary: fc.Arbitrary<Grant> = fc.constantFrom(...samplePermissions).chain((permissionName) => {
  const attributes: readonly Attribute[] = permissionAttributes[permissionName];
  return fc
    .record(Object.fromEntries(attributes.map((name) => [name, conditionFor(name)])), { requiredKeys: [] })
    .map((conditions) => ({ permissionName, conditions }));
});

/** The grants of a role. */
export const grantsArbitrary = fc.array(grantArbitrary, { maxLength: 6 });

/** The attributes of an object. */
export const objectArbitrary = fc.record({
  org_id: fc.constantFrom(...texts),
  conversation_user_id: fc.constantFrom(...texts, null),
  user_id: fc.constantFrom(...texts, null),
  user_role_id: fc.constantFrom(...texts, null),
  service_id: fc.constantFrom(...texts, null),
  visible_to_admins: fc.constantFrom(true, false, null),
});
