import { Inject, Injectable } from '@nestjs/common';
import { CommandHandler, defineAggregate } from '@svc/event-store';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { WorkspacesStore } from '../adapters/workspaces-store.js';
import {
  workspaceApiKeyDecider,
  type WorkspaceApiKeyCommand,
  type WorkspaceApiKeyEvent,
  type WorkspaceApiKeyState,
} from '../domain/workspace-api-key/workspace-api-key.js';
import { workspaceApiKeyRows, workspaceApiKeyTables } from '../projections/workspace-api-key-rows.js';

export const workspaceApiKeyAggregate = defineAggregate<
  WorkspaceApiKeyState,
  WorkspaceApiKeyCommand,
  WorkspaceApiKeyEvent
>({
  category: 'workspace_api_key',
  decider: workspaceApiKeyDecider,
  subject: () => null,
  rows: workspaceApiKeyRows,
  tables: workspaceApiKeyTables,
});

@Injectable()
export class WorkspaceApiKeys extends CommandHandler<
  WorkspaceApiKeyState,
  WorkspaceApiKeyCommand,
  WorkspaceApiKeyEvent
> {
  constructor(store: WorkspacesStore, @Inject(DATABASE) database: Database, @Inject(CLOCK) clock: Clock) {
    super(workspaceApiKeyAggregate, { store, database, clock });
  }
}
