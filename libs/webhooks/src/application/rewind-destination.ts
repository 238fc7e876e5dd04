import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, IDS } from '@svc/service-host';
import { DeliveryDuties } from '../delivery/delivery-duties.js';
import { rewindInsertion } from '../delivery/delivery-rewinds.js';
import { Destinations } from './destinations.js';

@Injectable()
export class RewindDestination {
  constructor(
    private readonly destinations: Destinations,
    private readonly duties: DeliveryDuties,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * Starts to deliver again what was delivered since then, under the same keys.
   * @throws DomainError `permission_denied`, `not_found`, `validation_failed` (more than 30 days back, the future).
   */
  async execute(
    { caller, tenantId, metadata }: RequestContext,
    { destinationId, sinceMs }: { readonly destinationId: string; readonly sinceMs: number },
  ): Promise<void> {
    requirePermission(caller.grants, 'Webhook:UpdateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    const target = { tenantId, id: destinationId, metadata };
    await this.destinations.change(target, () => {
      const rewind = {
        rewindId: this.ids.eventId(),
        tenantId,
        destinationId,
        sinceMs,
        untilMs: this.clock.now(),
      };
      return { commands: [{ type: 'RewindDestination', sinceMs }], alongside: [rewindInsertion(rewind)] };
    });
    this.duties.lookForRewinds();
  }
}
