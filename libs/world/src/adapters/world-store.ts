import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals, type Vault } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { worldEventTypes, type WorldEvent } from './event-types.js';
import { WORLD_VAULT } from './world-vault.js';

/** The event log of this context. */
@Injectable()
export class WorldStore extends EventStore<WorldEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(WORLD_VAULT) vault: Vault,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'world', database, types: worldEventTypes, clock, ids, vault, signals });
  }
}
