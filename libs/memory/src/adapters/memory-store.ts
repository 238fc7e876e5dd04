import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals, type Vault } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { memoryEventTypes, type MemoryEvent } from './event-types.js';
import { MEMORY_VAULT } from './memory-vault.js';

/** The event log of this context. */
@Injectable()
export class MemoryStore extends EventStore<MemoryEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(MEMORY_VAULT) vault: Vault,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'memory', database, types: memoryEventTypes, clock, ids, vault, signals });
  }
}
