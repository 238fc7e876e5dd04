import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { selectDestinations, type ListedDestination } from '../projections/destination-query.js';

@Injectable()
export class ListDestinations {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** In the order of creation; empty without the permission. @param destinationIds empty: all. */
  async execute(
    { caller, tenantId }: RequestContext,
    destinationIds: readonly string[],
  ): Promise<readonly ListedDestination[]> {
    // All of an organization or none: the permission has no conditions on the object.
    if (!permits(caller.grants, 'Webhook:GetWebhookDestination', { org_id: organizationOf(tenantId) }))
      return [];
    const { rows } = await this.database.query<ListedDestination>(
      selectDestinations(tenantId, destinationIds),
    );
    return rows;
  }
}
