import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { conditionEntries, requirePermission, withOwnRole, type Grant } from '@svc/auth';
import type { CommandTarget } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import { withinOrganization } from '../domain/role/permission-grants.js';
import { requireChangeable, type Role } from '../domain/role/role.js';
import type { FrontendView } from '../domain/role/role-event.js';
import { HandOverRoles } from './hand-over-roles.js';
import { KnownOrganizations } from './known-organizations.js';
import { RoleCeiling } from './role-ceiling.js';
import { Roles } from './roles.js';

/** Null: unchanged. */
export interface RoleChange {
  readonly roleName: string;
  readonly description: string | null;
  readonly frontendView: FrontendView | null;
  readonly permissionGrants: readonly Grant[] | null;
}

@Injectable()
export class ModifyRole {
  constructor(
    private readonly roles: Roles,
    private readonly ceiling: RoleCeiling,
    private readonly organizations: KnownOrganizations,
    private readonly handOver: HandOverRoles,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * Other grants or another view make a new role with the old name. Its grants count at once for everybody with the
   * old role, like an assignment to all of them. So the caller must outrank the new role and not be below the old one.
   * @returns the id of the role that has the name from now on.
   * @throws DomainError `not_found`, `permission_denied`, `invalid_request` (a default role), `validation_failed`,
   * `operation_in_progress`.
   */
  async execute(context: RequestContext, { roleName, ...change }: RoleChange): Promise<string> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const { roleId } = await this.ceiling.requireRole(orgId, roleName);
    requirePermission(caller.grants, 'Role:ModifyRole', { org_id: orgId, role_id: roleId });
    await this.ceiling.requireRankOf(caller, orgId, roleId);
    const target = { tenantId, id: roleId, metadata };
    const old = requireChangeable((await this.roles.load(tenantId, roleId)).state);
    const next = changed(old, change);
    if (isDeepStrictEqual(next, { ...old, description: next.description })) {
      await this.roles.change(target, () => ({ type: 'DescribeRole', description: next.description }));
      return roleId;
    }
    const newId = this.ids.resourceId(tenantId);
    const grants = next.permissionGrants.flatMap((grant) =>
      excludesOwnRole(grant) ? grant : withOwnRole(roleId, [grant]),
    );
    await this.ceiling.requireOutranking(caller, { roleId: newId, roleName, grants, defaultRank: 0 });
    await this.#replace(target, orgId, { ...next, roleId: newId });
    this.handOver.wake();
    return newId;
  }

  async #replace(target: CommandTarget, orgId: string, next: Role): Promise<void> {
    const { seeded_by_operator: mayCreateOrganizations } = await this.organizations.byId(orgId);
    const { expiresAtMs: _inForce, createdAtMs: _ofTheOld, ...role } = next;
    await this.database.transaction(async (tx) => {
      await this.roles.change({ ...target, tx }, () => ({ type: 'ReplaceRole', byRoleId: role.roleId }));
      await this.roles.create(
        { ...target, id: role.roleId, tx },
        { type: 'CreateRole', ...role, mayCreateOrganizations },
      );
    });
  }
}

/**
 * A condition that includes the role by its id also matches users with the old id. One that excludes it does not,
 * until these users are handed over.
 */
function excludesOwnRole({ conditions }: Grant): boolean {
  return conditionEntries(conditions).some(
    ([, condition]) => condition.type === 'NotEquals' && condition.value === '{self_role_id}',
  );
}

function changed(role: Role, change: Omit<RoleChange, 'roleName'>): Role {
  return {
    ...role,
    description: change.description ?? role.description,
    frontendView: change.frontendView ?? role.frontendView,
    permissionGrants: change.permissionGrants?.map(withinOrganization) ?? role.permissionGrants,
  };
}
