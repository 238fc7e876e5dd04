import {
  AgentCreated,
  AgentVersionCreated,
  ContextGraphCreated,
  ContextGraphVersionCreated,
  ServiceCreated,
  VersionSetPut,
} from '@svc/contracts/agents';
import { defineEventTypes, eventType } from '@svc/event-store';
import type { AgentEvent } from '../domain/agent/agent.js';
import type { ContextGraphEvent } from '../domain/context-graph/context-graph.js';
import type { ServiceEvent } from '../domain/service/service.js';
import { authorFromMessage, versionBodyFromMessage, versionBodyToMessage } from './definition-messages.js';
import {
  tagFromMessage,
  tagToMessage,
  versionSetFromMessage,
  versionSetToMessage,
} from './service-messages.js';

/** Every event of this context. */
export type AgentsEvent = AgentEvent | ContextGraphEvent | ServiceEvent;
type DataOf<Type extends AgentsEvent['type']> = Extract<AgentsEvent, { type: Type }>['data'];

/** How the events of this context are stored (proto/svc/agents/v1/events.proto). All of them are public. */
export const agentsEventTypes = defineEventTypes<AgentsEvent>({
  AgentCreated: eventType<DataOf<'AgentCreated'>, AgentCreated>({
    codec: AgentCreated,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => ({ ...message, creator: authorFromMessage(message.creator) }),
  }),
  AgentVersionCreated: eventType<DataOf<'AgentVersionCreated'>, AgentVersionCreated>({
    codec: AgentVersionCreated,
    visibility: 'public',
    toMessage: (data) => ({ ...data, body: versionBodyToMessage(data.body) }),
    fromMessage: (message) => ({
      ...message,
      body: versionBodyFromMessage(message.body),
      creator: authorFromMessage(message.creator),
    }),
  }),
  ContextGraphCreated: eventType<DataOf<'ContextGraphCreated'>, ContextGraphCreated>({
    codec: ContextGraphCreated,
    visibility: 'public',
    toMessage: (data) => data,
    fromMessage: (message) => ({ ...message, creator: authorFromMessage(message.creator) }),
  }),
  ContextGraphVersionCreated: eventType<DataOf<'ContextGraphVersionCreated'>, ContextGraphVersionCreated>({
    codec: ContextGraphVersionCreated,
    visibility: 'public',
    toMessage: (data) => ({ ...data, body: versionBodyToMessage(data.body) }),
    fromMessage: (message) => ({
      ...message,
      body: versionBodyFromMessage(message.body),
      creator: authorFromMessage(message.creator),
    }),
  }),
  ServiceCreated: eventType<DataOf<'ServiceCreated'>, ServiceCreated>({
    codec: ServiceCreated,
    visibility: 'public',
    toMessage: (data) => ({ ...data, tags: data.tags.map(tagToMessage), keyterms: [...data.keyterms] }),
    fromMessage: (message) => ({
      ...message,
      tags: message.tags.map(tagFromMessage),
      creator: authorFromMessage(message.creator),
    }),
  }),
  VersionSetPut: eventType<DataOf<'VersionSetPut'>, VersionSetPut>({
    codec: VersionSetPut,
    visibility: 'public',
    toMessage: (data) => ({ ...data, versionSet: versionSetToMessage(data.versionSet) }),
    fromMessage: (message) => ({
      ...message,
      versionSet: versionSetFromMessage(message.versionSet),
      updatedBy: authorFromMessage(message.updatedBy),
    }),
  }),
});
