import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import {
  enrichmentKeyPage,
  type ListedEnrichmentKey,
  type RequestedEnrichmentKeys,
} from '../projections/enrichment-key-query.js';

@Injectable()
export class ListEnrichmentKeys {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** One page in the order of creation. @throws DomainError `permission_denied` */
  async execute(
    { caller, tenantId }: WorkspaceRequestContext,
    requested: RequestedEnrichmentKeys,
  ): Promise<{ readonly enrichmentKeys: readonly ListedEnrichmentKey[]; readonly hasMore: boolean }> {
    requireWorkspacePermission(caller, 'Entity.view');
    const { rows } = await this.database.query<ListedEnrichmentKey>(enrichmentKeyPage(tenantId, requested));
    return { enrichmentKeys: rows.slice(0, requested.limit), hasMore: rows.length > requested.limit };
  }
}
