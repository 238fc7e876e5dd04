import { Inject, Injectable } from '@nestjs/common';
import type { StoredEvent, Subscription } from '@svc/event-store';
import { workspaceOf, type EventMetadata } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type { WorldEvent } from '../adapters/event-types.js';
import { WorldStore } from '../adapters/world-store.js';
import { MergeEntities } from '../application/merge-entities.js';
import { findEquals } from '../projections/equals-query.js';

const types = ['EntityCreated', 'EntityChanged'] as const satisfies readonly WorldEvent['type'][];

/** Makes entities with an equal canonical id, or an equal id of a system, one. After they are stored, so that none is overlooked. */
@Injectable()
export class EqualEntities {
  #subscription: Subscription<WorldEvent> | undefined;

  constructor(
    private readonly store: WorldStore,
    private readonly merges: MergeEntities,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.#subscription = this.store.subscribe({
      ...{ name: 'equal-entities', startAt: 'start', only: { types } },
      forward: (events) => this.#merge(events),
      onError: (error, consequence) =>
        this.logger.warn('equal entities could not be merged yet', { error, consequence }),
    });
  }

  async stop(): Promise<void> {
    await this.#subscription?.stop();
  }

  /** At least once. */
  async #merge(events: readonly StoredEvent[]): Promise<void> {
    for (const { tenantId, streamId, eventId, metadata } of events) {
      if (workspaceOf(tenantId) === null) continue;
      const entityId = streamId.split('/').at(-1) ?? '';
      const { correlationId } = JSON.parse(metadata) as EventMetadata;
      const target = {
        tenantId,
        metadata: { actor: 'service:world', correlationId, causationId: eventId },
      };
      for (const { entityId: other, on } of await findEquals(this.database, tenantId, entityId))
        await this.merges.mergeEqual(target, [entityId, other], [on]);
    }
  }
}
