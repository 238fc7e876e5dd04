import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { {{context}}EventTypes, type {{Context}}Event } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class {{Context}}Store extends EventStore<{{Context}}Event> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
  ) {
    super({ schema: '{{context}}', database, types: {{context}}EventTypes, clock, ids });
  }
}
