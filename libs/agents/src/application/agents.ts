import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { AgentsStore } from '../adapters/agents-store.js';
import { agentSnapshots } from '../adapters/snapshots.js';
import { agentDecider, type AgentCommand, type AgentEvent, type AgentState } from '../domain/agent/agent.js';
import { agentRows, agentTables } from '../projections/agent-rows.js';

export const agentAggregate = defineAggregate<AgentState, AgentCommand, AgentEvent>({
  category: 'agent',
  decider: agentDecider,
  subject: () => null,
  snapshots: agentSnapshots,
  rows: agentRows,
  tables: agentTables,
});

/** Handles the commands of agents. */
@Injectable()
export class Agents extends CommandHandler<AgentState, AgentCommand, AgentEvent> {
  constructor(store: AgentsStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(agentAggregate, { store, database, clock });
  }
}
