import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { workspacesEventTypes, type WorkspacesEvent } from './event-types.js';

/** Workspaces and their keys in the event log of identity. None of their events is personal. */
@Injectable()
export class WorkspacesStore extends EventStore<WorkspacesEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'identity', database, types: workspacesEventTypes, clock, ids, signals });
  }
}
