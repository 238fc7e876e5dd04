import { Inject, Injectable } from '@nestjs/common';
import { EventStore, type LogSignals, type RecordedEvent, type Vault } from '@svc/event-store';
import type { Clock, IdGenerator } from '@svc/kernel';
import type { Executor, PooledDatabase } from '@svc/postgres';
import { CLOCK, DATABASE, IDS, SIGNALS } from '@svc/service-host';
import { conversationEventTypes, type ConversationsEvent } from '../adapters/event-types.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { CONVERSATION_VAULT } from './conversation-vault.js';

/** The event log of this context. */
@Injectable()
export class ConversationStore extends EventStore<ConversationsEvent> {
  constructor(
    @Inject(DATABASE) database: PooledDatabase,
    @Inject(CLOCK) clock: Clock,
    @Inject(IDS) ids: IdGenerator,
    @Inject(CONVERSATION_VAULT) vault: Vault,
    @Inject(SIGNALS) signals: LogSignals,
  ) {
    super({ schema: 'conversations', database, types: conversationEventTypes, clock, ids, vault, signals });
  }

  /** The whole stream of a conversation. */
  async readConversation(
    executor: Executor,
    streamId: string,
  ): Promise<readonly RecordedEvent<ConversationEvent>[]> {
    const recorded = await this.readStream(executor, streamId);
    // Only the aggregate of conversations appends to it.
    return recorded as readonly RecordedEvent<ConversationEvent>[];
  }
}
