import { agentsEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { WorkspaceEvents } from '../workspaces/workspace-events.js';
import { resourceUpdated, type DefinitionEvent } from './resource-update.js';

/** Notifies destinations of changes in definitions of every kind, also as earlier releases have written them. */
@EventController('definitions')
export class DefinitionsController {
  constructor(private readonly happenings: WorkspaceEvents) {}

  @OnBatch<DefinitionEvent>(
    agentsEvents.DefinitionCreated,
    agentsEvents.DefinitionUpdated,
    agentsEvents.DefinitionVersionCreated,
    agentsEvents.DefinitionVersionsRetired,
    agentsEvents.DefinitionRetired,
    agentsEvents.AgentCreated,
    agentsEvents.AgentVersionCreated,
    agentsEvents.ContextGraphCreated,
    agentsEvents.ContextGraphVersionCreated,
    agentsEvents.ServiceCreated,
    agentsEvents.VersionSetPut,
  )
  async changed(events: readonly ReceivedEvent<DefinitionEvent>[], { tx }: EffectHandling): Promise<void> {
    await this.happenings.emit(tx, events.map(resourceUpdated));
  }
}
