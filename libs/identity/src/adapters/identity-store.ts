import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, IDS } from '@svc/service-host';
import { identityEventTypes, type IdentityEvent } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class IdentityStore extends EventStore<IdentityEvent> {
  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
  ) {
    super({ schema: 'identity', database, types: identityEventTypes, clock, ids });
  }
}
