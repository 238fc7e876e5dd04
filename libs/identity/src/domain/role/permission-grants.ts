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
 * A grant that says nothing of organizations means the user's own: else it would reach into all others, and nobody
 * could hand it out, since no role outranks that.
 */
export function withinOrganization(grant: Grant): Grant {
  const attributes: readonly Attribute[] = permissionAttributes[grant.permissionName];
  if (!attributes.includes('org_id') || grant.conditions.org_id) return grant;
  const org_id = { type: 'Equals', value: '{self_org_id}' } as const;
  return { ...grant, conditions: { org_id, ...grant.conditions } };
}

/**
 * Each request of those who hold the grants is judged by all of them, and lists show them whole.
 * @param at where the list of grants stands in the request.
 */
export function checkGrants(checks: FieldChecks, at: Location, grants: readonly Grant[]): void {
  const { items, bytes } = limits.permissionGrants;
  checks.atMost(at, grants, items).atMostBytes(at, jsonBytes(grants), bytes);
  checkValues(checks, at, grants.slice(0, items));
}

/** How many values the grants compare with, and that each can be stored. */
export function checkValues(checks: FieldChecks, at: Location, grants: readonly Grant[]): void {
  const { values: mostValues } = limits.permissionGrants;
  let values = 0;
  for (const [index, { conditions }] of grants.entries()) {
    for (const [attribute, condition] of conditionEntries(conditions)) {
      const compared = conditionValues(condition);
      values += compared.length;
      for (const value of compared)
        if (typeof value === 'string') checks.storable([...at, index, 'conditions', attribute], value);
    }
  }
  if (values > mostValues) checks.refuse(at, `must compare with at most ${mostValues} values`, 'too_long');
}
