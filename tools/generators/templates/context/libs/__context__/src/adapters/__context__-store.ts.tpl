import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { {{context}}EventTypes, type {{Context}}Event } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class {{Context}}Store extends EventStore<{{Context}}Event> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: '{{context}}', database, types: {{context}}EventTypes, clock, ids, signals });
  }
}
