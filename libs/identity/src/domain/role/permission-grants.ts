import {
  conditionEntries,
  conditionValues,
  permissionAttributes,
  type Attribute,
  type Grant,
} from '@svc/auth';
import { jsonBytes, type FieldChecks } from '@svc/errors';
import { limits } from '../limits.js';

type Location = readonly (string | number)[];

/**
 * A grant without a condition on organizations means the user's own. Otherwise it would reach into all others, and
 * nobody could assign it, since no role outranks that.
 */
export function withinOrganization(grant: Grant): Grant {
  const attributes: readonly Attribute[] = permissionAttributes[grant.permissionName];
  if (!attributes.includes('org_id') || grant.conditions.org_id) return grant;
  const org_id = { type: 'Equals', value: '{self_org_id}' } as const;
  return { ...grant, conditions: { org_id, ...grant.conditions } };
}

/**
 * Bounded: each request of a user is checked against all their grants, and lists show them whole.
 * @param at where the list of grants is in the request.
 */
export function checkGrants(checks: FieldChecks, at: Location, grants: readonly Grant[]): void {
  const { items, bytes, values: maxValues } = limits.permissionGrants;
  checks.atMost(at, grants, items).atMostBytes(at, jsonBytes(grants), bytes);
  let values = 0;
  for (const [index, grant] of grants.slice(0, items).entries())
    values += checkConditions(checks, [...at, index], grant);
  checkValueCount(checks, at, values, maxValues);
}

/** Checks that the values of a grant can be stored. @returns how many there are. */
export function checkConditions(checks: FieldChecks, at: Location, { conditions }: Grant): number {
  let values = 0;
  for (const [attribute, condition] of conditionEntries(conditions)) {
    const compared = conditionValues(condition);
    values += compared.length;
    for (const value of compared)
      if (typeof value === 'string') checks.storable([...at, 'conditions', attribute], value);
  }
  return values;
}

export function checkValueCount(checks: FieldChecks, at: Location, values: number, most: number): void {
  if (values > most) checks.refuse(at, `must compare with at most ${most} values`, 'too_long');
}
