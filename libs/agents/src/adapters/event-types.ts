import {
  AgentCreated,
  AgentVersionCreated,
  ContextGraphCreated,
  ContextGraphVersionCreated,
  ServiceCreated,
  VersionSetPut,
} from '@svc/contracts/agents';
import { defineEventTypes, storedEvent } from '@svc/event-store';
import type { AgentEvent } from '../domain/agent/agent.js';
import type { ContextGraphEvent } from '../domain/context-graph/context-graph.js';
import type { ServiceEvent } from '../domain/service/service.js';
import { versionSetFromProto, versionSetToProto } from './version-set-mapping.js';

export type AgentsEvent = AgentEvent | ContextGraphEvent | ServiceEvent;

/** How the events of this context are stored (proto/svc/agents/v1/events.proto). All of them are public. */
export const agentsEventTypes = defineEventTypes<AgentsEvent>({
  AgentCreated: storedEvent({ codec: AgentCreated, visibility: 'public', parts: ['creator'] }),
  AgentVersionCreated: storedEvent({
    codec: AgentVersionCreated,
    visibility: 'public',
    parts: ['body', 'creator'],
  }),
  ContextGraphCreated: storedEvent({ codec: ContextGraphCreated, visibility: 'public', parts: ['creator'] }),
  ContextGraphVersionCreated: storedEvent({
    codec: ContextGraphVersionCreated,
    visibility: 'public',
    parts: ['body', 'creator'],
  }),
  ServiceCreated: storedEvent({ codec: ServiceCreated, visibility: 'public', parts: ['creator'] }),
  VersionSetPut: storedEvent({
    codec: VersionSetPut,
    visibility: 'public',
    parts: ['versionSet', 'updatedBy'],
    toProto: (data) => ({ ...data, versionSet: versionSetToProto(data.versionSet) }),
    fromProto: (message) => ({ ...message, versionSet: versionSetFromProto(message.versionSet) }),
  }),
});
