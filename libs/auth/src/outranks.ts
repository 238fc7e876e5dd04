import { conditionEntries, conditionValues, type Condition, type Conditions, type Grant } from './grant.js';
import type { AttributeValue } from './permissions.js';
import { isTemplate, withOwnRole } from './templates.js';

/** A role, as far as its rank in its organization depends on it. */
export interface RankedRole {
  readonly roleId: string;
  /** With templates, which are compared as they are, except that `{self_role_id}` means this role. */
  readonly grants: readonly Grant[];
  /** 1 to 4 for the four default roles, 0 for all others. */
  readonly defaultRank: number;
}

/**
 * Whether `higher` has all privileges of `lower`, and more. Two default roles compare by rank. Roles that each have a privilege
 * of their own don't outrank each other, nor do equal ones. Temporary grants never count.
 */
export function outranks(higher: RankedRole, lower: RankedRole): boolean {
  if (higher.roleId === lower.roleId) return false;
  if (higher.defaultRank > 0 && lower.defaultRank > 0) return higher.defaultRank > lower.defaultRank;
  return covers(higher, lower) && !covers(lower, higher);
}

/** The ceiling rule: whether `higher` has all privileges of `lower`, or equal ones. */
export function equalsOrOutranks(higher: RankedRole, lower: RankedRole): boolean {
  if (higher.roleId === lower.roleId) return true;
  if (higher.defaultRank > 0 && lower.defaultRank > 0) return higher.defaultRank >= lower.defaultRank;
  return covers(higher, lower);
}

/** The first grant of `lower` that no grant of `higher` covers. */
export function missingGrant(
  higher: Pick<RankedRole, 'roleId' | 'grants'>,
  lower: Pick<RankedRole, 'roleId' | 'grants'>,
): Grant | undefined {
  const wideGrants = asOneself(higher);
  return asOneself(lower).find((grant) => !wideGrants.some((candidate) => coversGrant(candidate, grant)));
}

/** Conservative: a single grant must cover the other one, never several together. */
function covers(wide: RankedRole, narrow: RankedRole): boolean {
  return missingGrant(wide, narrow) === undefined;
}

/** `{self_role_id}` differs in each role, so it must not compare equal. */
function asOneself({ roleId, grants }: Pick<RankedRole, 'roleId' | 'grants'>): readonly Grant[] {
  return withOwnRole(roleId, grants);
}

function coversGrant(wide: Grant, narrow: Grant): boolean {
  return (
    wide.permissionName === narrow.permissionName && coversConditions(wide.conditions, narrow.conditions)
  );
}

function coversConditions(wide: Conditions, narrow: Conditions): boolean {
  return conditionEntries(wide).every(([attribute, condition]) => {
    const given = narrow[attribute];
    return given !== undefined && implies(given, condition);
  });
}

/** Whether every value that meets `given` meets `wanted` too. A template is an unknown value, equal only to itself. */
function implies(given: Condition, wanted: Condition): boolean {
  const values = finiteValues(given);
  const wantedValues = finiteValues(wanted);
  if (values && wantedValues) return values.every((value) => wantedValues.includes(value));
  const excluded = conditionValues(wanted)[0];
  if (values) return values.every((value) => surelyDiffer(value, excluded));
  return !wantedValues && conditionValues(given)[0] === excluded;
}

function surelyDiffer(one: AttributeValue, other: AttributeValue | undefined): boolean {
  return other !== undefined && one !== other && !isTemplate(one) && !isTemplate(other);
}

/** Null for "all but one value" of an unbounded type. */
function finiteValues(condition: Condition): readonly AttributeValue[] | null {
  if (condition.type !== 'NotEquals') return conditionValues(condition);
  return typeof condition.value === 'boolean' ? [!condition.value] : null;
}
