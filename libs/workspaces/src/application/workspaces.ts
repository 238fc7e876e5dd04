import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorkspacesStore } from '../adapters/workspaces-store.js';
import {
  workspaceDecider,
  type WorkspaceCommand,
  type WorkspaceState,
} from '../domain/workspace/workspace.js';
import type { WorkspaceEvent } from '../domain/workspace/workspace-event.js';
import { workspaceRows } from '../projections/workspace-rows.js';
import { workspaceTable } from '../projections/workspace-table.js';

export const workspaceAggregate = defineAggregate<WorkspaceState, WorkspaceCommand, WorkspaceEvent>({
  category: 'workspace',
  decider: workspaceDecider,
  subject: () => null,
  rows: workspaceRows,
  tables: [workspaceTable],
});

@Injectable()
export class Workspaces extends CommandHandler<WorkspaceState, WorkspaceCommand, WorkspaceEvent> {
  constructor(store: WorkspacesStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(workspaceAggregate, { store, database, clock });
  }
}
