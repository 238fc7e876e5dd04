import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { MemoryStore } from '../adapters/memory-store.js';
import {
  conversationMemoriesDecider,
  type ConversationMemories,
  type ConversationMemoriesCommand,
  type ConversationMemoriesEvent,
} from '../domain/conversation-memories/conversation-memories.js';
import { subjectOf } from '../domain/remembered-conversation.js';
import { extractionTable } from '../projections/extraction-table.js';
import { memoryRows } from '../projections/memory-rows.js';
import { memoryTable } from '../projections/memory-table.js';

export const conversationMemoriesAggregate = defineAggregate<
  ConversationMemories,
  ConversationMemoriesCommand,
  ConversationMemoriesEvent
>({
  category: 'conversation_memories',
  decider: conversationMemoriesDecider,
  subject: ({ tenantId, after }) => (after === null ? null : subjectOf(tenantId, after.conversation)),
  rows: memoryRows,
  tables: [memoryTable, extractionTable],
});

/** L1: the memories of each conversation, by its id. */
@Injectable()
export class Memories extends CommandHandler<
  ConversationMemories,
  ConversationMemoriesCommand,
  ConversationMemoriesEvent
> {
  constructor(store: MemoryStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(conversationMemoriesAggregate, { store, database, clock });
  }
}
