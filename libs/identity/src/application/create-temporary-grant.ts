import { Inject, Injectable } from '@nestjs/common';
import { requirePermission, type Grant } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database, Tx } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { limits } from '../domain/limits.js';
import { narrowed, type CreateTemporaryGrant as Command } from '../domain/temporary-grant/temporary-grant.js';
import { userNotFound } from '../domain/user/user.js';
import type { HomeUser } from '../projections/membership-query.js';
import { lockGrantsOf, queryGrantHolder } from '../projections/grant-holder-query.js';
import { RoleCeiling } from './role-ceiling.js';
import { TemporaryGrants } from './temporary-grants.js';
import { personBehind } from './person-behind.js';
import { userIdOf } from './user-id.js';

export interface TemporaryGrantRequest extends Pick<Command, 'duration' | 'tags' | 'justification'> {
  readonly userId: string;
  readonly permissionGrant: Grant;
}

export interface IssuedTemporaryGrant {
  readonly grantId: string;
  readonly expiresAtMs: number;
}

@Injectable()
export class CreateTemporaryGrant {
  constructor(
    private readonly grants: TemporaryGrants,
    private readonly ceiling: RoleCeiling,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * Adds a permission to a user or member of this organization for a while. The caller's role must outrank it, now and
   * as long as it lasts. Callers can't pass on their own temporary grants.
   * @throws DomainError `not_found` (the user), `permission_denied`, `validation_failed`, `limit_reached`.
   */
  async execute(context: RequestContext, request: TemporaryGrantRequest): Promise<IssuedTemporaryGrant> {
    const { caller, tenantId, metadata } = context;
    const orgId = requireOrganization(context);
    requirePermission(caller.grants, 'Role:CreateTemporaryPermissionGrant', { org_id: orgId });
    const userId = userIdOf(request.userId);
    const holder = await queryGrantHolder(this.database, orgId, userId);
    if (!holder) throw userNotFound();
    const { homeOrgId, roleId } = holder;
    const permissionGrant = narrowed(request.permissionGrant);
    await this.ceiling.requireOutrankingGrant(caller, permissionGrant, { orgId, roleId });
    const grantId = this.ids.resourceId(tenantId);
    const { state } = await this.grants.create(
      { tenantId, id: grantId, metadata },
      {
        commands: [
          {
            type: 'CreateTemporaryGrant',
            ...request,
            permissionGrant,
            grantId,
            userId,
            homeOrgId,
            creatorOrgId: caller.orgId,
            creatorUserId: caller.userId,
            responsibleUserId: personBehind(caller),
          },
        ],
        before: (tx) => this.#refuseOneTooMany(tx, { orgId: homeOrgId, userId }, orgId),
      },
    );
    return { grantId, expiresAtMs: state?.expiresAtMs ?? 0 };
  }

  async #refuseOneTooMany(tx: Tx, user: HomeUser, orgId: string): Promise<void> {
    const held = await lockGrantsOf(tx, user, orgId, this.clock.now());
    if (held === undefined) throw userNotFound();
    if (held < limits.temporaryGrantsOfUser) return;
    throw new DomainError(
      'limit_reached',
      `The user holds ${limits.temporaryGrantsOfUser} temporary permission grants, which is the limit. Wait until one expires.`,
    );
  }
}
