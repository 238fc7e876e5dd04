import { Inject, Injectable } from '@nestjs/common';
import { permissionDenied, requirePermission } from '@svc/auth';
import type { Clock } from '@svc/kernel';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { CLOCK } from '@svc/service-host';
import { highestRole } from '../projections/super-administrators-query.js';
import { IssueApiKey, type IssuedApiKey } from './issue-api-key.js';
import { KeyMakers } from './key-makers.js';
import { personBehind } from './person-behind.js';
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
    private readonly keyMakers: KeyMakers,
    private readonly issueApiKey: IssueApiKey,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A key that a temporary grant allows ends with the grant.
   * @throws DomainError `not_found` (the role), `permission_denied`, `limit_reached`, `validation_failed`.
   */
  async execute(context: RequestContext, { name, duration, roleName }: ApiKeyRequest): Promise<IssuedApiKey> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    const role = await this.ceiling.requireRole(orgId, roleName);
    const { roleId } = role;
    requirePermission(caller.grants, 'Organization:CreateAPIKey', { org_id: orgId, role_id: roleId });
    // Equal privileges pass, so that everybody who creates keys can replace the key that they use.
    const callerRole = await this.ceiling.requireRankOf(caller, orgId, roleId);
    const creator = { userId: caller.userId, homeOrgId: caller.orgId, role: callerRole };
    const untilMs = await this.keyMakers.mayCreateUntil(
      creator,
      { orgId, keyRoleId: roleId },
      this.clock.now(),
    );
    if (untilMs === 0) throw permissionDenied('Organization:CreateAPIKey');
    const endsByMs = untilMs === Infinity ? null : untilMs;
    return this.issueApiKey.execute(
      { tenantId, metadata },
      {
        creatorUserId: caller.userId,
        // Otherwise no super administrator could ever take the place of the first one.
        responsibleUserId: callerRole.roleName === highestRole ? null : personBehind(caller),
        issuedByInstaller: false,
        name,
        duration,
        endsByMs,
        roleId,
      },
    );
  }
}
