import {
  ConditionType,
  type Condition as ConditionMessage,
  type ConditionValue,
  type Grant as GrantMessage,
} from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { conditionEntries, conditionValues, type Condition, type Conditions, type Grant } from './grant.js';
import { isAttribute, isPermissionName, type Attribute, type AttributeValue } from './permissions.js';

const messageTypes = {
  Equals: ConditionType.CONDITION_TYPE_EQUALS,
  NotEquals: ConditionType.CONDITION_TYPE_NOT_EQUALS,
  In: ConditionType.CONDITION_TYPE_IN,
} as const satisfies Record<Condition['type'], ConditionType>;

export function grantToMessage({ permissionName, conditions }: Grant): GrantMessage {
  return { permissionName, conditions: conditionsToMessage(conditions) };
}

/**
 * Null for a permission or attribute that this version does not know, as another version may: such a grant allows
 * nothing here. It is never read as a grant without that condition.
 */
export function grantFromMessage({ permissionName, conditions }: GrantMessage): Grant | null {
  if (!isPermissionName(permissionName)) return null;
  const known = conditionsFromMessage(conditions);
  return known && { permissionName, conditions: known };
}

export function grantsFromMessage(grants: readonly GrantMessage[]): readonly Grant[] {
  return grants.map(grantFromMessage).filter((grant) => grant !== null);
}

export function conditionsToMessage(conditions: Conditions): Record<string, ConditionMessage> {
  const entries = conditionEntries(conditions).map(([attribute, condition]) => [
    attribute,
    { type: messageTypes[condition.type], values: conditionValues(condition).map(valueToMessage) },
  ]);
  return Object.fromEntries(entries) as Record<string, ConditionMessage>;
}

/** Null when any condition is unknown or broken. */
function conditionsFromMessage(conditions: Readonly<Record<string, ConditionMessage>>): Conditions | null {
  const result: Partial<Record<Attribute, Condition>> = {};
  for (const [attribute, message] of Object.entries(conditions)) {
    const condition = conditionFromMessage(message);
    if (!isAttribute(attribute) || !condition) return null;
    result[attribute] = condition;
  }
  return result;
}

function conditionFromMessage({ type, values: messages }: ConditionMessage): Condition | null {
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

function valueToMessage(value: AttributeValue): ConditionValue {
  return {
    value: typeof value === 'boolean' ? { $case: 'flag', value } : { $case: 'text', value },
  };
}

/** Conditions that arrive in a request of their own. @throws DomainError `validation_failed`. */
export function requireConditions(conditions: Readonly<Record<string, ConditionMessage>>): Conditions {
  const known = conditionsFromMessage(conditions);
  if (known) return known;
  throw new DomainError(
    'validation_failed',
    'The request holds a condition that this service does not know.',
  );
}
