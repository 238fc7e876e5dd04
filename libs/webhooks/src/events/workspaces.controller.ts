import type { WorkspaceArchived, WorkspaceCreated } from '@svc/contracts/identity';
import { identityEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent, StreamRef } from '@svc/event-bus';
import { EventController, OnBatch, OnResync } from '@svc/event-bus/nest';
import { isTenantId, streamId as streamIdOf, workspaceOf } from '@svc/kernel';
import { WorkspaceEvents } from '../workspaces/workspace-events.js';

/** Keeps which organization each workspace belongs to, and which are archived. */
@EventController('workspaces')
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspaceEvents) {}

  @OnBatch(identityEvents.WorkspaceCreated)
  async founded(events: readonly ReceivedEvent<WorkspaceCreated>[], { tx }: EffectHandling): Promise<void> {
    await this.workspaces.founded(
      tx,
      events.map(({ tenantId, data: { orgId } }) => ({ tenantId, orgId })),
    );
  }

  @OnBatch(identityEvents.WorkspaceArchived)
  async archived(events: readonly ReceivedEvent<WorkspaceArchived>[], { tx }: EffectHandling): Promise<void> {
    await this.workspaces.archived(
      tx,
      events.map(({ tenantId }) => tenantId),
    );
  }

  @OnResync()
  async forget({ streamId }: StreamRef, { tx }: EffectHandling): Promise<void> {
    const tenantId = streamId.slice(0, streamId.indexOf('/'));
    const workspaceId = isTenantId(tenantId) ? workspaceOf(tenantId) : null;
    // A workspace has streams of keys too, which say nothing of it.
    if (!isTenantId(tenantId) || workspaceId === null) return;
    if (streamId === streamIdOf(tenantId, 'workspace', workspaceId))
      await this.workspaces.forget(tx, tenantId);
  }
}
