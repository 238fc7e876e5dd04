import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { userSubject } from '@svc/kernel';
import { Erasures } from '@svc/privacy';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { DeleteMembership } from './delete-membership.js';
import { LastSuperAdministrator } from './last-super-administrator.js';
import { RoleCeiling } from './role-ceiling.js';
import { userIdOf } from './user-id.js';
import { Users } from './users.js';

@Injectable()
export class DeleteUser {
  constructor(
    private readonly users: Users,
    private readonly ceiling: RoleCeiling,
    private readonly lastSuperAdministrator: LastSuperAdministrator,
    private readonly erasures: Erasures,
    private readonly deleteMembership: DeleteMembership,
  ) {}

  /**
   * Ends the user's tokens, and those of everybody who signed in with keys that the user created. Deletes what is
   * known of the user here and destroys their data key: nothing sealed under it opens any more, in any context.
   * Resolves once the list outside the database has the erasure too. Memberships elsewhere end as well, even that of
   * the last super administrator there: an erasure waits for no organization. A member from elsewhere is no user here,
   * so only their membership ends.
   * @throws DomainError `not_found`, `permission_denied`, `operation_in_progress`, `service_unavailable`, `conflict`
   * (the last super administrator).
   */
  async execute(context: RequestContext, { userId }: { readonly userId: string }): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const id = userIdOf(userId);
    if (await this.deleteMembership.isMember(context, id)) return this.deleteMembership.execute(context, id);
    await this.erasures.recording(userSubject(tenantId, id), () =>
      this.users.end({ tenantId, id, metadata }, async ({ roleId }) => {
        const attributes = { org_id: orgId, user_id: id, user_role_id: roleId };
        requirePermission(caller.grants, 'User:DeleteUser', attributes);
        await this.ceiling.refuseAbove(caller, orgId, roleId);
        return (tx) => this.lastSuperAdministrator.requireOtherThan(tx, orgId, id);
      }),
    );
  }
}
