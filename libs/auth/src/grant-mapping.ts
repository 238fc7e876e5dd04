import { ConditionType, type ConditionValue } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { conditionEntries, conditionValues, type Condition, type Conditions, type Grant } from './grant.js';
import { isAttribute, isPermissionName, type Attribute, type AttributeValue } from './permissions.js';

const messageTypes = {
  Equals: ConditionType.CONDITION_TYPE_EQUALS,
  NotEquals: ConditionType.CONDITION_TYPE_NOT_EQUALS,
  In: ConditionType.CONDITION_TYPE_IN,
} as const satisfies Record<Condition['type'], ConditionType>;

type Value = NonNullable<ConditionValue['value']>;

/** A message that has all values: of requests and responses, and of stored events. */
interface WrittenGrant {
  permissionName: string;
  conditions: Record<string, { type: ConditionType; values: { value: Value }[] }>;
}

/** A message as it arrives, or as it was stored. */
interface ReadGrant {
  readonly permissionName: string;
  readonly conditions: Readonly<Record<string, ReadCondition>>;
}
interface ReadCondition {
  readonly type: ConditionType;
  readonly values: readonly { readonly value?: Readonly<Value> | null | undefined }[];
}

export function grantToProto({ permissionName, conditions }: Grant): WrittenGrant {
  return { permissionName, conditions: conditionsToProto(conditions) };
}

/**
 * Null for a permission or attribute that this version does not know, but another may. Such a grant allows nothing here.
 * Dropping only the condition would widen it.
 */
export function grantFromProto({ permissionName, conditions }: ReadGrant): Grant | null {
  if (!isPermissionName(permissionName)) return null;
  const known = conditionsFromProto(conditions);
  return known && { permissionName, conditions: known };
}

export function grantsFromProto(grants: readonly ReadGrant[]): readonly Grant[] {
  return grants.map(grantFromProto).filter((grant) => grant !== null);
}

export function conditionsToProto(conditions: Conditions): WrittenGrant['conditions'] {
  const entries = conditionEntries(conditions).map(([attribute, condition]) => [
    attribute,
    { type: messageTypes[condition.type], values: conditionValues(condition).map(valueToProto) },
  ]);
  return Object.fromEntries(entries) as WrittenGrant['conditions'];
}

/** Null when any condition is unknown or invalid. */
function conditionsFromProto(conditions: ReadGrant['conditions']): Conditions | null {
  const result: Partial<Record<Attribute, Condition>> = {};
  for (const [attribute, message] of Object.entries(conditions)) {
    const condition = conditionFromProto(message);
    if (!isAttribute(attribute) || !condition) return null;
    result[attribute] = condition;
  }
  return result;
}

function conditionFromProto({ type, values: messages }: ReadCondition): Condition | null {
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

function valueToProto(value: AttributeValue): { value: Value } {
  return {
    value: typeof value === 'boolean' ? { $case: 'flag', value } : { $case: 'text', value },
  };
}

/**
 * The conditions of a request.
 * @throws DomainError `validation_failed`.
 */
export function requireConditions(conditions: ReadGrant['conditions']): Conditions {
  const known = conditionsFromProto(conditions);
  if (known) return known;
  throw new DomainError(
    'validation_failed',
    'The request holds a condition that this service does not know.',
  );
}
