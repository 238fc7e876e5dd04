import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import type { DestinationSettings } from '../domain/destination/destination-rules.js';
import { existingDestination, type Destination } from '../domain/destination/destination.js';
import { Destinations } from './destinations.js';

export interface DestinationUpdate extends Partial<DestinationSettings> {
  readonly destinationId: string;
  /** Must equal the present one. */
  readonly url?: string;
}

@Injectable()
export class UpdateDestination {
  constructor(private readonly destinations: Destinations) {}

  /** What is left out stays. @throws DomainError `permission_denied`, `not_found`, `validation_failed`. */
  async execute(
    { caller, tenantId, metadata }: RequestContext,
    { destinationId: id, ...update }: DestinationUpdate,
  ): Promise<Destination> {
    requirePermission(caller.grants, 'Webhook:UpdateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    const { state } = await this.destinations.change({ tenantId, id, metadata }, () => ({
      type: 'UpdateDestination',
      ...update,
    }));
    return existingDestination(state);
  }
}
