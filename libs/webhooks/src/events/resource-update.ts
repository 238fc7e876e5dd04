import type {
  AgentCreated,
  AgentVersionCreated,
  Author,
  ContextGraphCreated,
  ContextGraphVersionCreated,
  DefinitionCreated,
  DefinitionRetired,
  DefinitionUpdated,
  DefinitionVersionCreated,
  DefinitionVersionsRetired,
  ServiceCreated,
  VersionSetPut,
} from '@svc/contracts/agents';
import type { ReceivedEvent } from '@svc/event-bus';
import { organizationOf } from '@svc/kernel';
import type { TenantEvent } from '../workspaces/workspace-events.js';

export type DefinitionEvent =
  | DefinitionCreated
  | DefinitionUpdated
  | DefinitionVersionCreated
  | DefinitionVersionsRetired
  | DefinitionRetired
  | AgentCreated
  | AgentVersionCreated
  | ContextGraphCreated
  | ContextGraphVersionCreated
  | ServiceCreated
  | VersionSetPut;

/** What Classic calls a context graph; all else is named by its kind. */
const graphOfOrganization = 'service_hierarchical_state_machine';
export type UpdateType = 'created' | 'updated' | 'version-created' | 'deprecated' | 'deleted';

interface ResourceUpdate {
  readonly resourceType: string;
  readonly resourceId: string;
  readonly updateType: UpdateType;
  readonly version: number | string | null;
  readonly by: Author | undefined;
  readonly atMs: number;
}

/** What destinations learn of a changed definition: which one and by whom, nothing of its content. */
export function resourceUpdated(event: ReceivedEvent<DefinitionEvent>): TenantEvent {
  const { tenantId, streamId, eventId } = event;
  const update = updateOf(event);
  return {
    tenantId,
    type: 'agent-framework-resource-updated',
    eventId,
    subject: null,
    orderKey: streamId,
    fields: {
      resource_type: update.resourceType,
      resource_id: update.resourceId,
      update_type: update.updateType,
      version: update.version,
      updated_by: { org_id: update.by?.orgId ?? '', user_id: update.by?.userId ?? '' },
      updated_at: new Date(update.atMs).toISOString(),
    },
  };
}

function updateOf(event: ReceivedEvent<DefinitionEvent>): ResourceUpdate {
  const { tenantId, type, data } = event;
  const isOfOrganization = organizationOf(tenantId) !== null;
  switch (type) {
    case 'DefinitionCreated': {
      const { kind, definitionId, creator, createdAtMs } = data as DefinitionCreated;
      return created(typeOf(kind, isOfOrganization), definitionId, creator, createdAtMs);
    }
    case 'DefinitionUpdated': {
      const { kind, definitionId, updatedBy, updatedAtMs } = data as DefinitionUpdated;
      const updated = created(typeOf(kind, isOfOrganization), definitionId, updatedBy, updatedAtMs);
      return { ...updated, updateType: 'updated' };
    }
    case 'DefinitionVersionCreated': {
      const { kind, definitionId, version, label, creator, createdAtMs } = data as DefinitionVersionCreated;
      const versioned = created(typeOf(kind, isOfOrganization), definitionId, creator, createdAtMs);
      return { ...versioned, updateType: 'version-created', version: label ?? version };
    }
    case 'DefinitionVersionsRetired': {
      const { kind, definitionId, retiredBy, retiredAtMs } = data as DefinitionVersionsRetired;
      const updated = created(typeOf(kind, isOfOrganization), definitionId, retiredBy, retiredAtMs);
      return { ...updated, updateType: 'updated' };
    }
    case 'DefinitionRetired': {
      const { kind, definitionId, retiredBy, retiredAtMs } = data as DefinitionRetired;
      const retired = created(typeOf(kind, isOfOrganization), definitionId, retiredBy, retiredAtMs);
      return { ...retired, updateType: isOfOrganization ? 'deprecated' : 'deleted' };
    }
    case 'AgentCreated': {
      const { agentId, creator, createdAtMs } = data as AgentCreated;
      return created('agent', agentId, creator, createdAtMs);
    }
    case 'AgentVersionCreated': {
      const { agentId, version, creator, createdAtMs } = data as AgentVersionCreated;
      return { ...created('agent', agentId, creator, createdAtMs), updateType: 'version-created', version };
    }
    case 'ContextGraphCreated': {
      const { contextGraphId, creator, createdAtMs } = data as ContextGraphCreated;
      return created(graphOfOrganization, contextGraphId, creator, createdAtMs);
    }
    case 'ContextGraphVersionCreated': {
      const { contextGraphId, version, creator, createdAtMs } = data as ContextGraphVersionCreated;
      const graph = created(graphOfOrganization, contextGraphId, creator, createdAtMs);
      return { ...graph, updateType: 'version-created', version };
    }
    case 'ServiceCreated': {
      const { serviceId, creator, createdAtMs } = data as ServiceCreated;
      return created('service', serviceId, creator, createdAtMs);
    }
    case 'VersionSetPut': {
      const { serviceId, updatedBy, updatedAtMs } = data as VersionSetPut;
      return { ...created('service', serviceId, updatedBy, updatedAtMs), updateType: 'updated' };
    }
    default:
      throw new TypeError(`${type} is no change of a definition.`);
  }
}

function typeOf(kind: string, isOfOrganization: boolean): string {
  return isOfOrganization && kind === 'context_graph' ? graphOfOrganization : kind;
}

function created(
  resourceType: string,
  resourceId: string,
  by: Author | undefined,
  atMs: number,
): ResourceUpdate {
  return { resourceType, resourceId, updateType: 'created', version: null, by, atMs };
}
