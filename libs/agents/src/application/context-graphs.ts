import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { contextGraphSnapshots } from '../adapters/snapshots.js';
import {
  contextGraphDecider,
  type ContextGraphCommand,
  type ContextGraphEvent,
  type ContextGraphState,
} from '../domain/context-graph/context-graph.js';
import { contextGraphRows, contextGraphTables } from '../projections/context-graph-rows.js';

export const contextGraphAggregate = defineAggregate<
  ContextGraphState,
  ContextGraphCommand,
  ContextGraphEvent
>({
  category: 'context_graph',
  decider: contextGraphDecider,
  subject: () => null,
  snapshots: contextGraphSnapshots,
  rows: contextGraphRows,
  tables: contextGraphTables,
});

/** Handles the commands of context graphs. */
@Injectable()
export class ContextGraphs extends CommandHandler<ContextGraphState, ContextGraphCommand, ContextGraphEvent> {
  constructor(store: AgentsStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(contextGraphAggregate, { store, database, clock });
  }
}
