import {
  AgentCreated,
  AgentVersionCreated,
  ContextGraphCreated,
  ContextGraphVersionCreated,
  ServiceCreated,
  VersionSetPut,
} from '@svc/contracts/agents';
import { defineEventTypes, type EventType } from '@svc/event-store';
import type { AgentEvent } from '../domain/agent/agent.js';
import type { ContextGraphEvent } from '../domain/context-graph/context-graph.js';
import type { ServiceEvent } from '../domain/service/service.js';
import {
  agentDefinitionFromMessage,
  agentDefinitionToMessage,
  authorFromMessage,
  graphBodyFromMessage,
  graphBodyToMessage,
} from './definition-messages.js';
import {
  tagFromMessage,
  tagToMessage,
  versionSetFromMessage,
  versionSetToMessage,
} from './service-messages.js';

/** Every event of this context. */
export type AgentsEvent = AgentEvent | ContextGraphEvent | ServiceEvent;
type DataOf<Type extends AgentsEvent['type']> = Extract<AgentsEvent, { type: Type }>['data'];

interface MessageCodec<Message> {
  toJSON(message: Message): unknown;
  fromJSON(json: unknown): Message;
}

/** All of them are public, and none has changed its shape yet. */
function publicEvent<Data, Message>(
  codec: MessageCodec<Message>,
  toMessage: (data: Data) => Message,
  fromMessage: (message: Message) => Data,
): EventType<Data> {
  const message = {
    toJSON: (data: Data) => codec.toJSON(toMessage(data)),
    fromJSON: (json: unknown) => fromMessage(codec.fromJSON(json)),
  };
  return { message, schemaVersion: 1, visibility: 'public' };
}

/** How the events of this context are stored (proto/svc/agents/v1/events.proto). */
export const agentsEventTypes = defineEventTypes<AgentsEvent>({
  AgentCreated: publicEvent<DataOf<'AgentCreated'>, AgentCreated>(
    AgentCreated,
    (data) => data,
    (message) => ({ ...message, creator: authorFromMessage(message.creator) }),
  ),
  AgentVersionCreated: publicEvent<DataOf<'AgentVersionCreated'>, AgentVersionCreated>(
    AgentVersionCreated,
    (data) => ({ ...data, definition: agentDefinitionToMessage(data.definition) }),
    (message) => ({
      ...message,
      definition: agentDefinitionFromMessage(message.definition),
      creator: authorFromMessage(message.creator),
    }),
  ),
  ContextGraphCreated: publicEvent<DataOf<'ContextGraphCreated'>, ContextGraphCreated>(
    ContextGraphCreated,
    (data) => data,
    (message) => ({ ...message, creator: authorFromMessage(message.creator) }),
  ),
  ContextGraphVersionCreated: publicEvent<DataOf<'ContextGraphVersionCreated'>, ContextGraphVersionCreated>(
    ContextGraphVersionCreated,
    (data) => ({ ...data, body: graphBodyToMessage(data.body) }),
    (message) => ({
      ...message,
      body: graphBodyFromMessage(message.body),
      creator: authorFromMessage(message.creator),
    }),
  ),
  ServiceCreated: publicEvent<DataOf<'ServiceCreated'>, ServiceCreated>(
    ServiceCreated,
    (data) => ({ ...data, tags: data.tags.map(tagToMessage), keyterms: [...data.keyterms] }),
    (message) => ({
      ...message,
      tags: message.tags.map(tagFromMessage),
      creator: authorFromMessage(message.creator),
    }),
  ),
  VersionSetPut: publicEvent<DataOf<'VersionSetPut'>, VersionSetPut>(
    VersionSetPut,
    (data) => ({ ...data, versionSet: versionSetToMessage(data.versionSet) }),
    (message) => ({
      ...message,
      versionSet: versionSetFromMessage(message.versionSet),
      updatedBy: authorFromMessage(message.updatedBy),
    }),
  ),
});
