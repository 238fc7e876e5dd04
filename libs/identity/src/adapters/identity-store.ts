import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { KeyRing } from '@svc/sealing';
import { CLOCK, DATABASE, IDS, SIGNALS, SUBJECT_KEYS } from '@svc/service-host';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';
import { identityEventTypes, type IdentityEvent } from './event-types.js';

/** The event log of this context. */
@Injectable()
export class IdentityStore extends EventStore<IdentityEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(IDENTITY_OPTIONS) { random }: IdentityOptions,
    @Inject(SUBJECT_KEYS) keys: KeyRing,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    const vault = { keys, random, blobs: undefined };
    super({ schema: 'identity', database, types: identityEventTypes, clock, ids, vault, signals });
  }
}
