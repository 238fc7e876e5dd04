import {
  permissionDenied,
  permits,
  requireWorkspacePermission,
  toSqlScope,
  workspacePermissionDenied,
  type Caller,
  type WorkspaceCaller,
} from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { PageQuery } from '@svc/postgres';
import { wordsOf } from '../domain/definition/definition.js';
import type {
  Action,
  DefinitionKind,
  OrganizationPermission,
  Permissions,
} from '../kinds/definition-kind.js';

/** What the caller may do with definitions of one kind. */
export interface DefinitionAccess {
  /**
   * Any of these actions, on this definition.
   * @param id null: none in particular
   * @throws DomainError `permission_denied`; `not_found` when the surface has no such action
   */
  require(actions: Action | readonly [Action, ...Action[]], id: string | null): void;
  /**
   * What lists show of the table `d`; a workspace shows all or nothing.
   * @throws DomainError `permission_denied` in a workspace
   */
  visible(): NonNullable<PageQuery<string>['scope']>;
}

/** Of a user of an organization: lists filter silently, by their grants. */
export function accessOfUser(
  { grants }: Pick<Caller, 'grants'>,
  tenantId: TenantId,
  kind: DefinitionKind,
): DefinitionAccess {
  const permissions = kind.classic?.permissions;
  const orgId = organizationOf(tenantId);
  return {
    require: (actions, id) => {
      const wanted = permissionsOf(kind, permissions, actions);
      const object = { org_id: orgId, service_id: id };
      if (!wanted.some((name) => permits<OrganizationPermission>(grants, name, object)))
        throw permissionDenied(wanted[0]);
    },
    visible: () => {
      const [name] = permissionsOf(kind, permissions, 'view');
      const places = { org_id: { constant: orgId }, service_id: { sql: 'd.definition_id' } };
      return (first) => toSqlScope<OrganizationPermission>(grants, name, places, first);
    },
  };
}

/** Of a credential of a workspace. */
export function accessOfCredential(caller: WorkspaceCaller, kind: DefinitionKind): DefinitionAccess {
  const permissions = kind.platform?.permissions;
  return {
    require: (actions) => {
      const wanted = permissionsOf(kind, permissions, actions);
      if (!wanted.some((name) => caller.permissions.has(name))) throw workspacePermissionDenied(wanted[0]);
    },
    visible: () => {
      requireWorkspacePermission(caller, permissionsOf(kind, permissions, 'view')[0]);
      return everything;
    },
  };
}

/** Of the installer. */
export const fullAccess: DefinitionAccess = { require: () => undefined, visible: () => everything };

const everything = () => ({ text: 'TRUE', values: [] });

function permissionsOf<Name>(
  { kind }: DefinitionKind,
  permissions: Permissions<Name> | undefined,
  actions: Action | readonly [Action, ...Action[]],
): readonly [Name, ...Name[]] {
  const names = [actions].flat().flatMap((action) => permissions?.[action] ?? []);
  const [first, ...others] = names;
  if (first === undefined)
    throw new DomainError('not_found', `There is no such action on a ${wordsOf(kind)} here.`);
  return [first, ...others];
}
