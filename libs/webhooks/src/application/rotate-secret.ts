import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, IDS } from '@svc/service-host';
import { DestinationSecrets, removeSecrets } from '../adapters/destination-secrets.js';
import { existingDestination } from '../domain/destination/destination.js';
import { Destinations } from './destinations.js';

export interface RotatedSecret {
  /** Returned once; stored wrapped. */
  readonly secret: string;
  readonly dualSigningStopsAtMs: number;
}

@Injectable()
export class RotateSecret {
  constructor(
    private readonly destinations: Destinations,
    private readonly secrets: DestinationSecrets,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `permission_denied`, `not_found`, `rotation_too_soon`. */
  async execute(
    { caller, tenantId, metadata }: RequestContext,
    destinationId: string,
  ): Promise<RotatedSecret> {
    requirePermission(caller.grants, 'Webhook:UpdateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    const secret = this.secrets.generate();
    const secretId = this.ids.uuid();
    const target = { tenantId, id: destinationId, metadata };
    const { state } = await this.destinations.change(target, ({ state: present }) => ({
      commands: [{ type: 'RotateSecret', secretId }],
      alongside: [
        // The present secret signs for a while longer; the one before it no longer does.
        removeSecrets(destinationId, existingDestination(present).secretId),
        this.secrets.insertion(destinationId, secretId, secret, this.clock.now()),
      ],
    }));
    return { secret, dualSigningStopsAtMs: existingDestination(state).dualSigningStopsAtMs ?? 0 };
  }
}
