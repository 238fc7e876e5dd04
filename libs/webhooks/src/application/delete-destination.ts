import { Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { removeSecrets } from '../adapters/destination-secrets.js';
import { Destinations } from './destinations.js';

@Injectable()
export class DeleteDestination {
  constructor(private readonly destinations: Destinations) {}

  /** Pending deliveries are dropped as they fall due. @throws DomainError `permission_denied`, `not_found`. */
  async execute({ caller, tenantId, metadata }: RequestContext, destinationId: string): Promise<void> {
    requirePermission(caller.grants, 'Webhook:DeleteWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    await this.destinations.change({ tenantId, id: destinationId, metadata }, () => ({
      commands: [{ type: 'DeleteDestination' }],
      alongside: [removeSecrets(destinationId, null)],
    }));
  }
}
