import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { DeliveryDispatcher } from '../delivery/delivery-dispatcher.js';
import { repetitionInsertion, selectRepeatable, type DeliveryName } from '../delivery/delivery-history.js';
import { Repetitions } from './repetitions.js';
import { RequireDestination } from './require-destination.js';

@Injectable()
export class Redeliver {
  constructor(
    private readonly requireDestination: RequireDestination,
    private readonly repetitions: Repetitions,
    private readonly dispatcher: DeliveryDispatcher,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @returns the id of the new cycle, which has the key of the first. @throws DomainError `permission_denied`, `not_found`. */
  async execute({ caller, tenantId, metadata }: RequestContext, delivery: DeliveryName): Promise<string> {
    requirePermission(caller.grants, 'Webhook:UpdateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    const { destinationId, deliveryId } = delivery;
    await this.requireDestination.execute(tenantId, destinationId);
    const nowMs = this.clock.now();
    const { rowCount } = await this.database.query(selectRepeatable(tenantId, delivery, nowMs));
    if (rowCount === 0) throw new DomainError('not_found', 'There is no delivery with this id.');
    const repetitionId = this.ids.resourceId(tenantId);
    await this.repetitions.create(
      { tenantId, id: repetitionId, metadata },
      {
        commands: [{ type: 'RepeatDelivery', destinationId, deliveryId }],
        alongside: [repetitionInsertion(tenantId, delivery, { repetitionId, nowMs })],
      },
    );
    this.dispatcher.wake();
    return repetitionId;
  }
}
