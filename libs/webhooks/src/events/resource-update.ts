import type {
  AgentCreated,
  AgentVersionCreated,
  Author,
  ContextGraphCreated,
  ContextGraphVersionCreated,
  ServiceCreated,
  VersionSetPut,
} from '@svc/contracts/agents';
import type { ReceivedEvent } from '@svc/event-bus';
import type { DeliverableEvent } from '../delivery/delivery-emitter.js';

export type DefinitionEvent =
  | AgentCreated
  | AgentVersionCreated
  | ContextGraphCreated
  | ContextGraphVersionCreated
  | ServiceCreated
  | VersionSetPut;

/** The resource types in the API. Later resources have no events yet. */
export type ResourceType =
  'agent' | 'service_hierarchical_state_machine' | 'service' | 'dynamic_behavior_set' | 'tool' | 'metric';
export type UpdateType = 'created' | 'updated' | 'version-created' | 'deprecated' | 'deleted';

interface ResourceUpdate {
  readonly resourceType: ResourceType;
  readonly resourceId: string;
  readonly updateType: UpdateType;
  readonly version: number | null;
  readonly by: Author | undefined;
  readonly atMs: number;
}

/** What destinations learn of a changed definition: which one and by whom, nothing of its content. */
export function resourceUpdated(event: ReceivedEvent<DefinitionEvent>): DeliverableEvent {
  const { tenantId, eventId } = event;
  const update = updateOf(event);
  return {
    tenantId,
    type: 'agent-framework-resource-updated',
    eventId,
    subject: null,
    conversationId: null,
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

function updateOf({ type, data }: ReceivedEvent<DefinitionEvent>): ResourceUpdate {
  switch (type) {
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
      return created('service_hierarchical_state_machine', contextGraphId, creator, createdAtMs);
    }
    case 'ContextGraphVersionCreated': {
      const { contextGraphId, version, creator, createdAtMs } = data as ContextGraphVersionCreated;
      const graph = created('service_hierarchical_state_machine', contextGraphId, creator, createdAtMs);
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

function created(
  resourceType: ResourceType,
  resourceId: string,
  by: Author | undefined,
  atMs: number,
): ResourceUpdate {
  return { resourceType, resourceId, updateType: 'created', version: null, by, atMs };
}
