import type { Attribute, AttributeValue, PermissionName } from './permissions.js';

/** A test of one attribute. The value has the attribute's type. Every test fails on an attribute that the object lacks. */
export type Condition =
  | { readonly type: 'Equals'; readonly value: AttributeValue }
  | { readonly type: 'NotEquals'; readonly value: AttributeValue }
  | { readonly type: 'In'; readonly values: readonly AttributeValue[] };

export type Conditions = Readonly<Partial<Record<Attribute, Condition>>>;

/** One permission on the objects that meet all conditions. There is no deny: any matching grant allows. */
export interface Grant {
  readonly permissionName: PermissionName;
  readonly conditions: Conditions;
}

/** The conditions of a grant as pairs, without absent ones. */
export function conditionEntries(conditions: Conditions): readonly (readonly [Attribute, Condition])[] {
  return Object.entries(conditions) as readonly (readonly [Attribute, Condition])[];
}

export function conditionValues(condition: Condition): readonly AttributeValue[] {
  return condition.type === 'In' ? condition.values : [condition.value];
}

/** The same condition with each value mapped by `change`. */
export function mapConditionValues(
  condition: Condition,
  change: (value: AttributeValue) => AttributeValue,
): Condition {
  return condition.type === 'In'
    ? { type: 'In', values: condition.values.map(change) }
    : { type: condition.type, value: change(condition.value) };
}

export function meets(value: AttributeValue | null | undefined, condition: Condition): boolean {
  if (value === null || value === undefined) return false;
  switch (condition.type) {
    case 'Equals':
      return value === condition.value;
    case 'NotEquals':
      return value !== condition.value;
    case 'In':
      return condition.values.includes(value);
  }
}
