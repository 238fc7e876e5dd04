import type { WorkspaceArchived } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { EndTables } from '../tables/application/end-tables.js';

/** An archived workspace comes back never: its rows and roles go. */
@EventController('ended-workspaces')
export class EndedWorkspacesController {
  constructor(private readonly tables: EndTables) {}

  @ReactTo(identityEvents.WorkspaceArchived)
  archived({ tenantId }: ReceivedEvent<WorkspaceArchived>): Promise<void> {
    return this.tables.execute(tenantId);
  }
}
