import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, DATABASE, IDS, SUBJECT_KEYS } from '@svc/service-host';
import { conversationEventTypes } from '../adapters/event-types.js';
import type { ConversationEvent } from '../domain/conversation-event.js';

/** The event log of this context. */
@Injectable()
export class ConversationStore extends EventStore<ConversationEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(SUBJECT_KEYS) keys: SubjectKeys,
  ) {
    const vault = { keys, random: randomBytes, blobs: undefined };
    super({ schema: 'conversations', database, types: conversationEventTypes, clock, ids, vault });
  }
}
