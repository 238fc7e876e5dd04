import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { openRows } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { userSubject } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { existingUser } from '../domain/user/user.js';
import { checkVariableChanges, variablesAfter, type VariableChanges } from '../domain/user/user-variables.js';
import { sensitiveVariables } from '../projections/user-variables-query.js';
import { sensitiveVariablesTable } from '../projections/user-sensitive-variables-table.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

/** Changes what integrations know of a user. */
@Injectable()
export class ChangeUserVariables {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * Users below them can't change what calls for them are made with.
   * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `invalid_request` for an unknown name to delete or too
   *   many, `operation_in_progress`.
   */
  async execute(
    context: RequestContext,
    { userId, ...changes }: VariableChanges & { readonly userId: string },
  ): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const id = userIdOf(userId);
    checkVariableChanges(changes);
    await this.users.change({ tenantId, id, metadata }, async ({ state }) => {
      const { roleId, nonsensitiveVariables, sensitiveVariableNames } = existingUser(state);
      const attributes = { org_id: orgId, user_id: id, user_role_id: roleId };
      requirePermission(caller.grants, 'User:UpdateUserInfo', attributes);
      if (id !== caller.userId) await this.ceiling.refuseAbove(caller, orgId, roleId);
      const hasSensitive = sensitiveVariableNames.length > 0;
      const present = hasSensitive ? await this.#sensitive(tenantId, orgId, id) : {};
      const after = variablesAfter({ nonsensitive: nonsensitiveVariables, sensitive: present }, changes);
      const names = new Set([...changes.upserts.map(({ name }) => name), ...changes.deletes]);
      const changesSensitive =
        changes.upserts.some(({ isSensitive }) => isSensitive) ||
        sensitiveVariableNames.some((name) => names.has(name));
      const sensitive = changesSensitive ? after.sensitive : null;
      return { type: 'SetVariables', nonsensitive: after.nonsensitive, sensitive };
    });
  }

  /** A change in between is refused by the version of the stream, and decided again. */
  async #sensitive(tenantId: TenantId, orgId: string, userId: string) {
    const rows = await sensitiveVariables(this.database, orgId, userId);
    const [row] = await openRows(sensitiveVariablesTable, rows, this.keys, () =>
      userSubject(tenantId, userId),
    );
    return row?.variables ?? {};
  }
}
