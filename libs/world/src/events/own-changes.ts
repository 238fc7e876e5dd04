import { Inject, Injectable } from '@nestjs/common';
import type { StoredEvent, Subscription } from '@svc/event-store';
import { workspaceOf, type EventMetadata } from '@svc/kernel';
import { LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type { WorldEvent } from '../adapters/event-types.js';
import { WorldStore } from '../adapters/world-store.js';
import { AuditedResources } from '../application/audit-aggregates.js';
import { auditedChange } from './audited-change.js';

/** Values of entities are not among them: their history says who wrote what. */
export const auditedOwnTypes = [
  ...(['EnrichmentKeyCreated', 'EnrichmentKeyChanged', 'EnrichmentKeyDeleted'] as const),
  ...(['EntityCreated', 'EntityChanged', 'EntityMerged', 'EntityUnmerged'] as const),
  ...(['TableCreated', 'TableAltered', 'TableDropped'] as const),
] satisfies readonly WorldEvent['type'][];

/** Audits what this context's own log says was changed, private events too. */
@Injectable()
export class OwnChanges {
  #subscription: Subscription<WorldEvent> | undefined;

  constructor(
    private readonly store: WorldStore,
    private readonly resources: AuditedResources,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#subscription = this.store.subscribe({
      ...{ name: 'audit', startAt: 'start', only: { types: auditedOwnTypes } },
      // As stored: who did it is in no sealed part.
      forward: (events) => this.#audit(events),
      onError: (error, consequence) =>
        this.logger.warn('changes could not be audited yet', { error, consequence }),
    });
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  /** At least once: a change that is audited is not audited again. */
  async #audit(events: readonly StoredEvent[]): Promise<void> {
    for (const event of events) {
      const { tenantId, streamId, streamVersion, eventId, eventType: type, createdAt: occurredAtMs } = event;
      if (workspaceOf(tenantId) === null) continue;
      const cause = JSON.parse(event.metadata) as EventMetadata;
      const { id, command } = auditedChange({
        ...{ streamId, streamVersion, eventId, type, occurredAtMs },
        metadata: cause,
      });
      const metadata = { actor: 'service:world', correlationId: cause.correlationId, causationId: eventId };
      await this.resources.change({ tenantId, id, metadata }, () => command);
    }
  }
}
