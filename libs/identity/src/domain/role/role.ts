import {
  conditionEntries,
  conditionValues,
  permissionAttributes,
  type Attribute,
  type Grant,
} from '@svc/auth';
import { FieldChecks, jsonBytes } from '@svc/errors';
import type { Decider, DomainEvent, Timed } from '@svc/kernel';
import { limits } from '../limits.js';
import { mixesScripts, roleNameSkeleton } from './role-name.js';

/** Which console a user of the role sees. */
export type FrontendView = 'client' | 'admin';

/** A role's grants never change: a changed role is a new role id under the old name. */
export type RoleEvent = DomainEvent<
  'RoleCreated',
  {
    readonly roleId: string;
    readonly roleName: string;
    readonly description: string;
    readonly frontendView: FrontendView;
    /** With templates such as `{self_user_id}` still in place. */
    readonly permissionGrants: readonly Grant[];
    /** 1 to 4 for the four default roles, 0 for all others. */
    readonly defaultRank: number;
    readonly createdAtMs: number;
  }
>;

export interface CreateRole {
  readonly type: 'CreateRole';
  readonly roleId: string;
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  readonly permissionGrants: readonly Grant[];
  readonly defaultRank: number;
  /** Only organizations that the operator seeded create others. */
  readonly mayCreateOrganizations: boolean;
}

/** Null until it is created. */
export type RoleState = RoleEvent['data'] | null;

export const roleDecider: Decider<RoleState, CreateRole & Timed, RoleEvent> = {
  initialState: null,

  decide(_state, { type: _type, atMs, mayCreateOrganizations, ...command }) {
    const role = { ...command, permissionGrants: command.permissionGrants.map(withinOrganization) };
    const checks = new FieldChecks()
      .name(['body', 'role_name'], role.roleName, limits.nameCharacters)
      .text(['body', 'description'], role.description, limits.roleDescriptionCharacters);
    checkName(checks, role.roleName);
    checkGrants(checks, role.permissionGrants);
    role.permissionGrants.forEach(({ permissionName }, index) => {
      if (permissionName === 'Organization:CreateOrganization' && !mayCreateOrganizations) {
        const at = ['body', 'permission_grants', index, 'permission_name'];
        checks.refuse(at, 'can not be granted in this organization', 'value_error');
      }
    });
    checks.verify();
    return [{ type: 'RoleCreated', data: { ...role, createdAtMs: atMs } }];
  },

  evolve: (_state, { data }) => data,
};

/**
 * A grant that says nothing of organizations means the user's own: else it would reach into all others, and nobody
 * could hand the role out, since no role outranks that.
 */
function withinOrganization(grant: Grant): Grant {
  const attributes: readonly Attribute[] = permissionAttributes[grant.permissionName];
  if (!attributes.includes('org_id') || grant.conditions.org_id) return grant;
  const org_id = { type: 'Equals', value: '{self_org_id}' } as const;
  return { ...grant, conditions: { org_id, ...grant.conditions } };
}

/** It is told by its looks: in lists, and when somebody is given the role. */
function checkName(checks: FieldChecks, roleName: string): void {
  const at = ['body', 'role_name'];
  if (mixesScripts(roleName))
    checks.refuse(at, 'must not mix letters of different writing systems', 'string_pattern_mismatch');
  else if (roleName.trim() !== '' && roleNameSkeleton(roleName) === '')
    checks.refuse(at, 'must hold characters that can be seen', 'string_pattern_mismatch');
}

/** Each request of the role's users is judged by all of its grants, and lists of roles show them whole. */
function checkGrants(checks: FieldChecks, grants: readonly Grant[]): void {
  const { items, values: mostValues, bytes } = limits.permissionGrants;
  const at = ['body', 'permission_grants'];
  checks.atMost(at, grants, items).atMostBytes(at, jsonBytes(grants), bytes);
  let values = 0;
  for (const [index, { conditions }] of grants.slice(0, items).entries()) {
    for (const [attribute, condition] of conditionEntries(conditions)) {
      const compared = conditionValues(condition);
      values += compared.length;
      for (const value of compared)
        if (typeof value === 'string') checks.storable([...at, index, 'conditions', attribute], value);
    }
  }
  if (values > mostValues) checks.refuse(at, `must compare with at most ${mostValues} values`, 'too_long');
}
