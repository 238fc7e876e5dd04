import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Requester } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { DeliveryDispatcher } from '../delivery/delivery-dispatcher.js';
import { redelivery } from '../delivery/delivery-history.js';
import { RequireDestination } from './require-destination.js';

@Injectable()
export class Redeliver {
  constructor(
    private readonly requireDestination: RequireDestination,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @returns the id of the new cycle, which has the key of the first. @throws DomainError `permission_denied`, `not_found`. */
  async execute(
    { caller, tenantId }: Requester,
    delivery: { readonly destinationId: string; readonly deliveryId: string },
  ): Promise<string> {
    requirePermission(caller.grants, 'Webhook:UpdateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    await this.requireDestination.execute(tenantId, delivery.destinationId);
    const newId = this.ids.resourceId(tenantId);
    const { rowCount } = await this.database.query(
      redelivery(tenantId, delivery, { newId, nowMs: this.clock.now() }),
    );
    if (rowCount === 0) throw new DomainError('not_found', 'There is no delivery with this id.');
    this.dispatcher.wake();
    return newId;
  }
}
