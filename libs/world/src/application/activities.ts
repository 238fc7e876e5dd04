import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorldStore } from '../adapters/world-store.js';
import {
  conversationActivityDecider,
  conversationActivityShape,
  type ConversationActivityEvent,
  type ConversationActivityState,
  type ConversationFact,
} from '../domain/activity/conversation-activity.js';
import {
  knownDefinitionDecider,
  type DefinitionFact,
  type KnownDefinitionEvent,
  type KnownDefinitionState,
} from '../domain/known-definition/known-definition.js';
import { conversationActivityRows } from '../projections/conversation-activity-rows.js';
import { activityOfDayTable, countedConversationTable } from '../projections/counted-conversation-table.js';
import { knownDefinitionRows, knownDefinitionTable } from '../projections/known-definition-table.js';

export const conversationActivityAggregate = defineAggregate<
  ConversationActivityState,
  ConversationFact,
  ConversationActivityEvent
>({
  category: 'conversation_activity',
  decider: conversationActivityDecider,
  subject: () => null,
  snapshots: { every: 32, shape: conversationActivityShape },
  rows: conversationActivityRows,
  tables: [countedConversationTable, activityOfDayTable],
});

export const knownDefinitionAggregate = defineAggregate<
  KnownDefinitionState,
  DefinitionFact,
  KnownDefinitionEvent
>({
  category: 'known_definition',
  decider: knownDefinitionDecider,
  subject: () => null,
  rows: knownDefinitionRows,
  tables: [knownDefinitionTable],
});

/** What is counted of each conversation, by its id. */
@Injectable()
export class ConversationActivities extends CommandHandler<
  ConversationActivityState,
  ConversationFact,
  ConversationActivityEvent
> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(conversationActivityAggregate, { store, database, clock });
  }
}

/** What is known of each agent and service, by its id. */
@Injectable()
export class KnownDefinitions extends CommandHandler<
  KnownDefinitionState,
  DefinitionFact,
  KnownDefinitionEvent
> {
  constructor(store: WorldStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(knownDefinitionAggregate, { store, database, clock });
  }
}
