import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { IssueApiKey, type IssuedApiKey } from './issue-api-key.js';
import { RoleCeiling } from './role-ceiling.js';

export interface ApiKeyRequest {
  readonly name: string | null;
  /** ISO 8601, 1 to 90 days. */
  readonly duration: string;
  /** The ceiling for users that the key may sign in. */
  readonly roleName: string;
}

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly ceiling: RoleCeiling,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /** @throws DomainError `not_found` (the role), `permission_denied`, `limit_reached`, `validation_failed`. */
  async execute(context: RequestContext, { name, duration, roleName }: ApiKeyRequest): Promise<IssuedApiKey> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const role = await this.ceiling.requireRole(orgId, roleName);
    const { roleId } = role;
    requirePermission(caller.grants, 'Organization:CreateAPIKey', { org_id: orgId, role_id: roleId });
    // Equal privileges pass, so that everybody who creates keys can replace the key that they use.
    await this.ceiling.requireRankOf(caller, orgId, roleId);
    const key = { creatorUserId: caller.userId, name, duration, roleId };
    return this.issueApiKey.execute({ tenantId, metadata }, key);
  }
}
