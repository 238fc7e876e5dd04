import {
  ConditionType,
  type Condition as ConditionProto,
  type ConditionValue,
  type Grant as GrantProto,
} from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { conditionEntries, conditionValues, type Condition, type Conditions, type Grant } from './grant.js';
import { isAttribute, isPermissionName, type Attribute, type AttributeValue } from './permissions.js';

const messageTypes = {
  Equals: ConditionType.CONDITION_TYPE_EQUALS,
  NotEquals: ConditionType.CONDITION_TYPE_NOT_EQUALS,
  In: ConditionType.CONDITION_TYPE_IN,
} as const satisfies Record<Condition['type'], ConditionType>;

export function grantToProto({ permissionName, conditions }: Grant): GrantProto {
  return { permissionName, conditions: conditionsToProto(conditions) };
}

/**
 * Null for a permission or attribute that this version does not know, but another may. Such a grant allows nothing here.
 * Dropping only the condition would widen it.
 */
export function grantFromProto({ permissionName, conditions }: GrantProto): Grant | null {
  if (!isPermissionName(permissionName)) return null;
  const known = conditionsFromProto(conditions);
  return known && { permissionName, conditions: known };
}

export function grantsFromProto(grants: readonly GrantProto[]): readonly Grant[] {
  return grants.map(grantFromProto).filter((grant) => grant !== null);
}

export function conditionsToProto(conditions: Conditions): Record<string, ConditionProto> {
  const entries = conditionEntries(conditions).map(([attribute, condition]) => [
    attribute,
    { type: messageTypes[condition.type], values: conditionValues(condition).map(valueToProto) },
  ]);
  return Object.fromEntries(entries) as Record<string, ConditionProto>;
}

/** Null when any condition is unknown or invalid. */
function conditionsFromProto(conditions: Readonly<Record<string, ConditionProto>>): Conditions | null {
  const result: Partial<Record<Attribute, Condition>> = {};
  for (const [attribute, message] of Object.entries(conditions)) {
    const condition = conditionFromProto(message);
    if (!isAttribute(attribute) || !condition) return null;
    result[attribute] = condition;
  }
  return result;
}

function conditionFromProto({ type, values: messages }: ConditionProto): Condition | null {
  const values = messages.map((message) => message.value?.value).filter((value) => value !== undefined);
  const [value] = values;
  switch (type) {
    case ConditionType.CONDITION_TYPE_IN:
      return { type: 'In', values };
    case ConditionType.CONDITION_TYPE_EQUALS:
      return value === undefined ? null : { type: 'Equals', value };
    case ConditionType.CONDITION_TYPE_NOT_EQUALS:
      return value === undefined ? null : { type: 'NotEquals', value };
    case ConditionType.CONDITION_TYPE_UNSPECIFIED:
      return null;
  }
}

function valueToProto(value: AttributeValue): ConditionValue {
  return {
    value: typeof value === 'boolean' ? { $case: 'flag', value } : { $case: 'text', value },
  };
}

/**
 * The conditions of a request.
 * @throws DomainError `validation_failed`.
 */
export function requireConditions(conditions: Readonly<Record<string, ConditionProto>>): Conditions {
  const known = conditionsFromProto(conditions);
  if (known) return known;
  throw new DomainError(
    'validation_failed',
    'The request holds a condition that this service does not know.',
  );
}
