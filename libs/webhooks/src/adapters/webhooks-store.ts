import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { webhooksEventTypes, type WebhooksEvent } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class WebhooksStore extends EventStore<WebhooksEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'webhooks', database, types: webhooksEventTypes, clock, ids, signals });
  }
}
