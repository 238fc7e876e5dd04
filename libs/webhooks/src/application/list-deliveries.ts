import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import { organizationOf, type Clock } from '@svc/kernel';
import { pageOf, type Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, DATABASE } from '@svc/service-host';
import {
  deliveryPage,
  endedDelivery,
  type DeliveryFilter,
  type EndedDelivery,
} from '../delivery/delivery-history.js';
import { limits } from '../domain/limits.js';
import { RequireDestination } from './require-destination.js';

export interface DeliveryPage {
  readonly deliveries: readonly EndedDelivery[];
  readonly hasMore: boolean;
}

@Injectable()
export class ListDeliveries {
  constructor(
    private readonly requireDestination: RequireDestination,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Of the past 30 days; empty without the permission. @throws DomainError `not_found` (the destination). */
  async execute({ caller, tenantId }: RequestContext, filter: DeliveryFilter): Promise<DeliveryPage> {
    await this.requireDestination.execute(tenantId, filter.destinationId);
    if (!permits(caller.grants, 'Webhook:GetWebhookDeliveries', { org_id: organizationOf(tenantId) }))
      return { deliveries: [], hasMore: false };
    const page = deliveryPage(tenantId, filter, this.clock.now() - limits.historyMs);
    const { rows } = await this.database.query(page);
    const shown = pageOf(rows, filter);
    return { deliveries: shown.rows.map(endedDelivery), hasMore: shown.hasMore };
  }
}
