import { agentsEvents, identityEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { AuditedResources } from '../application/audit-aggregates.js';
import { auditedChange } from './audited-change.js';

/** Keeps who changed what in workspaces. */
@EventController('audit')
export class AuditEventsController {
  constructor(private readonly resources: AuditedResources) {}

  @OnBatch<unknown>(
    agentsEvents.DefinitionCreated,
    agentsEvents.DefinitionUpdated,
    agentsEvents.DefinitionVersionCreated,
    agentsEvents.DefinitionVersionsRetired,
    agentsEvents.DefinitionRetired,
    identityEvents.WorkspaceCreated,
    identityEvents.WorkspaceChanged,
    identityEvents.WorkspaceOwnerChanged,
    identityEvents.WorkspaceArchived,
    identityEvents.TestCredentialIdsSet,
    identityEvents.WorkspaceApiKeyCreated,
    identityEvents.WorkspaceApiKeyRotated,
    identityEvents.WorkspaceApiKeyDeleted,
    identityEvents.PersonErased,
  )
  async changed(events: readonly ReceivedEvent[], { tx }: EffectHandling): Promise<void> {
    for (const event of events) {
      const { tenantId } = event;
      if (workspaceOf(tenantId) === null) continue;
      const { id, command } = auditedChange(event);
      const metadata = causedBy(event, 'service:world');
      await this.resources.change({ tenantId, id, metadata, tx }, () => command);
    }
  }
}
