import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import { DomainError, validationError } from '@svc/errors';
import { organizationOf, type Clock, type IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { CLOCK, IDS } from '@svc/service-host';
import { DestinationSecrets } from '../adapters/destination-secrets.js';
import type { DestinationSettings } from '../domain/destination/destination-rules.js';
import { existingDestination, type Destination } from '../domain/destination/destination.js';
import { limits } from '../domain/limits.js';
import { isDestinationLimitReached } from '../projections/destination-rows.js';
import { WEBHOOKS_OPTIONS, type WebhooksOptions } from '../webhooks-options.js';
import { Destinations } from './destinations.js';

export interface CreatedDestination {
  readonly destination: Destination;
  /** Returned once; stored wrapped. */
  readonly secret: string;
}

@Injectable()
export class CreateDestination {
  constructor(
    private readonly destinations: Destinations,
    private readonly secrets: DestinationSecrets,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WEBHOOKS_OPTIONS) private readonly options: WebhooksOptions,
  ) {}

  /** @throws DomainError `permission_denied`, `limit_reached` (10), `validation_failed`. */
  async execute(
    { caller, tenantId, metadata }: RequestContext,
    { url, ...settings }: DestinationSettings & { readonly url: string },
  ): Promise<CreatedDestination> {
    requirePermission(caller.grants, 'Webhook:CreateWebhookDestination', {
      org_id: organizationOf(tenantId),
    });
    this.#requireReachable(url);
    const destinationId = this.ids.resourceId(tenantId);
    const secretId = this.ids.uuid();
    const secret = this.secrets.generate();
    const { allowsPlain } = this.options;
    const command = {
      type: 'CreateDestination',
      destinationId,
      url,
      allowsPlain,
      secretId,
      ...settings,
    } as const;
    const { state } = await this.destinations
      .create(
        { tenantId, id: destinationId, metadata },
        {
          commands: [command],
          alongside: [this.secrets.insertion(destinationId, secretId, secret, this.clock.now())],
        },
      )
      .catch((cause: unknown) => {
        if (!isDestinationLimitReached(cause)) throw cause;
        throw new DomainError(
          'limit_reached',
          `The organization has ${limits.destinationsOfTenant} webhook destinations, which is the limit. Delete one first.`,
        );
      });
    return { destination: existingDestination(state), secret };
  }

  /** Checks what needs no DNS; each delivery checks again, host names too. */
  #requireReachable(url: string): void {
    const hostname = URL.parse(url)?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
    const address = /^(?:.+\.)?localhost\.?$/.test(hostname) ? '127.0.0.1' : hostname;
    if (isIP(address) === 0 || this.options.outgoing.allows(address)) return;
    throw validationError([
      { loc: ['body', 'url'], msg: 'must be reachable over the public internet', type: 'url' },
    ]);
  }
}
