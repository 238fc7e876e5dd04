import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { isUuid } from '@svc/kernel';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { forgetUse } from '@svc/workspaces';
import { apiKeyNotFound, existingApiKey } from '../domain/api-key/api-key.js';
import { ApiKeys } from './api-keys.js';
import { LastSuperAdministrator } from './last-super-administrator.js';
import { RoleCeiling } from './role-ceiling.js';

@Injectable()
export class DeleteApiKey {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly ceiling: RoleCeiling,
    private readonly lastSuperAdministrator: LastSuperAdministrator,
  ) {}

  /**
   * Deletes the key and ends the tokens that it issued. @throws DomainError `not_found`, `permission_denied`,
   * `conflict` (the last one).
   */
  async execute(context: RequestContext, { apiKeyId: id }: { readonly apiKeyId: string }): Promise<void> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    // Key ids are UUIDs, also in organizations.
    if (!isUuid(id)) throw apiKeyNotFound();
    await this.apiKeys.change({ tenantId, id, metadata }, async ({ state }) => {
      const { roleId } = existingApiKey(state);
      requirePermission(caller.grants, 'Organization:DeleteAPIKey', { org_id: orgId, role_id: roleId });
      await this.ceiling.refuseAbove(caller, orgId, roleId);
      return {
        commands: [{ type: 'DeleteApiKey' }],
        alongside: [forgetUse(id)],
        before: (tx) => this.lastSuperAdministrator.requireKeyOtherThan(tx, orgId, id),
      };
    });
  }
}
