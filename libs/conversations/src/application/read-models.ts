import { Inject, Injectable } from '@nestjs/common';
import { rebuildReadModels } from '@svc/event-store';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { conversationAggregate } from '../log/conversation-aggregate.js';
import { ConversationStore } from '../log/conversation-store.js';

/** The tables that lists are read from. For the operator. */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly store: ConversationStore,
  ) {}

  /**
   * Makes them anew from the log, to the identical content, while the service goes on. Leases are no read model and stay.
   * @returns the number of conversations in the log, discarded ones included.
   */
  rebuild(): Promise<number> {
    const { database, store } = this;
    return rebuildReadModels({ database, store, aggregates: [conversationAggregate] });
  }
}
