import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { worldEventTypes, type WorldEvent } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class WorldStore extends EventStore<WorldEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'world', database, types: worldEventTypes, clock, ids, signals });
  }
}
