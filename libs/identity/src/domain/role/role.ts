import type { Grant } from '@svc/auth';
import { DomainError, FieldChecks } from '@svc/errors';
import type { Decider, Timed } from '@svc/kernel';
import { limits } from '../limits.js';
import { checkGrants, withinOrganization } from './permission-grants.js';
import { mixesScripts, roleNameSkeleton } from './role-name.js';
import type { CreatedRole, FrontendView, RoleEvent } from './role-event.js';

export interface CreateRole {
  readonly type: 'CreateRole';
  readonly roleId: string;
  readonly roleName: string;
  readonly description: string;
  readonly frontendView: FrontendView;
  readonly permissionGrants: readonly Grant[];
  readonly defaultRank: number;
  /** Only organizations that the installer seeded create others. */
  readonly mayCreateOrganizations: boolean;
}

export type RoleCommand =
  | CreateRole
  | { readonly type: 'DescribeRole'; readonly description: string }
  | { readonly type: 'ReplaceRole'; readonly byRoleId: string }
  | { readonly type: 'ExpireRole' };

export interface Role extends CreatedRole {
  /** When its hand-over to its successor ends. Absent: it is in force. */
  readonly expiresAtMs?: number;
}

/** Null until it is created, and once it has expired. */
export type RoleState = Role | null;

const handOverMs = 86_400_000;

export const roleDecider: Decider<RoleState, RoleCommand & Timed, RoleEvent> = {
  initialState: null,

  decide(state, command) {
    switch (command.type) {
      case 'CreateRole':
        return create(command);
      case 'DescribeRole': {
        const { description, atMs: changedAtMs } = command;
        if (requireChangeable(state).description === description) return [];
        checkDescription(new FieldChecks(), description).verify();
        return [{ type: 'RoleDescribed', data: { description, changedAtMs } }];
      }
      case 'ReplaceRole': {
        requireChangeable(state);
        const { byRoleId, atMs: replacedAtMs } = command;
        const expiresAtMs = replacedAtMs + handOverMs;
        return [{ type: 'RoleReplaced', data: { byRoleId, expiresAtMs, replacedAtMs } }];
      }
      case 'ExpireRole':
        return state?.expiresAtMs !== undefined && state.expiresAtMs <= command.atMs
          ? [{ type: 'RoleExpired', data: {} }]
          : [];
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case 'RoleCreated':
        return event.data;
      case 'RoleDescribed':
        return state && { ...state, description: event.data.description };
      case 'RoleReplaced':
        return state && { ...state, expiresAtMs: event.data.expiresAtMs };
      case 'RoleExpired':
        return null;
    }
  },
};

/**
 * The four default roles are the measure of all others, and the way back into an organization.
 * @throws DomainError `invalid_request` for one of these, `operation_in_progress` when it was just replaced.
 */
export function requireChangeable(state: RoleState): Role {
  if (!state || state.expiresAtMs !== undefined)
    throw new DomainError('operation_in_progress', 'Somebody has modified this role at this moment.');
  if (state.defaultRank > 0)
    throw new DomainError(
      'invalid_request',
      `${state.roleName} is one of the default roles, which can not be modified. Create a role of your own.`,
    );
  return state;
}

function create({
  type: _type,
  atMs,
  mayCreateOrganizations,
  ...command
}: CreateRole & Timed): readonly RoleEvent[] {
  const role = { ...command, permissionGrants: command.permissionGrants.map(withinOrganization) };
  const checks = new FieldChecks().name(['body', 'role_name'], role.roleName, limits.nameCharacters);
  checkDescription(checks, role.description);
  checkName(checks, role.roleName);
  checkGrants(checks, ['body', 'permission_grants'], role.permissionGrants);
  role.permissionGrants.forEach(({ permissionName }, index) => {
    if (permissionName === 'Organization:CreateOrganization' && !mayCreateOrganizations) {
      const at = ['body', 'permission_grants', index, 'permission_name'];
      checks.refuse(at, 'can not be granted in this organization', 'value_error');
    }
  });
  checks.verify();
  return [{ type: 'RoleCreated', data: { ...role, createdAtMs: atMs } }];
}

function checkDescription(checks: FieldChecks, description: string): FieldChecks {
  return checks.text(['body', 'description'], description, limits.roleDescriptionCharacters);
}

/** People recognize a role by its name, in lists and when they assign it. */
function checkName(checks: FieldChecks, roleName: string): void {
  const at = ['body', 'role_name'];
  if (mixesScripts(roleName))
    checks.refuse(at, 'must not mix letters of different writing systems', 'string_pattern_mismatch');
  else if (roleName.trim() !== '' && roleNameSkeleton(roleName) === '')
    checks.refuse(at, 'must hold characters that can be seen', 'string_pattern_mismatch');
}
