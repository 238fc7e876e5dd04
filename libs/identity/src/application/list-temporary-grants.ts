import { Inject, Injectable } from '@nestjs/common';
import { openRows } from '@svc/event-store';
import { organizationTenant, userSubject, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { type RequestContext, requireOrganization } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import {
  temporaryGrantTable,
  type SealedTemporaryGrant,
  type TemporaryGrantRow,
} from '../projections/temporary-grant-table.js';
import {
  temporaryGrantsPage,
  type TemporaryGrantListRequest,
} from '../projections/temporary-grants-query.js';

export interface TemporaryGrantPage {
  readonly grants: readonly TemporaryGrantRow[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListTemporaryGrants {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /**
   * The grants that the caller may see (`Role:GetTemporaryPermissionGrant`), expired ones included; ties in creation
   * order. Justifications of erased users are gone.
   */
  async execute(context: RequestContext, request: TemporaryGrantListRequest): Promise<TemporaryGrantPage> {
    const orgId = requireOrganization(context);
    const statement = temporaryGrantsPage(context.caller.grants, orgId, this.clock.now(), request);
    const { rows } = await this.database.query<SealedTemporaryGrant>(statement);
    const grants = await openRows(
      temporaryGrantTable,
      rows.slice(0, request.limit),
      this.keys,
      ({ homeOrgId, userId }) => userSubject(organizationTenant(homeOrgId), userId),
    );
    return { grants, hasMore: rows.length > request.limit };
  }
}
