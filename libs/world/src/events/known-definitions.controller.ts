import type { DefinitionCreated, DefinitionRetired, DefinitionUpdated } from '@svc/contracts/agents';
import { agentsEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { KnownDefinitions } from '../application/activities.js';
import type { DefinitionFact, KnownKind } from '../domain/known-definition/known-definition.js';

type DefinitionEvent = DefinitionCreated | DefinitionUpdated | DefinitionRetired;

const kinds: ReadonlySet<string> = new Set<KnownKind>(['agent', 'service']);

/** Keeps the names of agents and services of workspaces, for their figures. */
@EventController('known-definitions')
export class KnownDefinitionsController {
  constructor(private readonly definitions: KnownDefinitions) {}

  @OnBatch<DefinitionEvent>(
    agentsEvents.DefinitionCreated,
    agentsEvents.DefinitionUpdated,
    agentsEvents.DefinitionRetired,
  )
  async changed(events: readonly ReceivedEvent<DefinitionEvent>[], { tx }: EffectHandling): Promise<void> {
    for (const event of events) {
      const { tenantId, data } = event;
      if (workspaceOf(tenantId) === null || !kinds.has(data.kind)) continue;
      const metadata = causedBy(event, 'service:world');
      await this.definitions.change({ tenantId, id: data.definitionId, metadata, tx }, () => factOf(event));
    }
  }
}

function factOf({ data, streamVersion: sourceVersion }: ReceivedEvent<DefinitionEvent>): DefinitionFact {
  if (!('summaryJson' in data)) return { type: 'NoteEnd', sourceVersion };
  const { definitionId, name, summaryJson } = data;
  const kind = data.kind as KnownKind;
  const agentId = kind === 'service' ? agentOf(summaryJson) : null;
  return { type: 'NoteDefinition', sourceVersion, definition: { definitionId, kind, name, agentId } };
}

function agentOf(summaryJson: string): string | null {
  const { agent_id: agentId } = JSON.parse(summaryJson) as { readonly agent_id?: unknown };
  return typeof agentId === 'string' ? agentId : null;
}
