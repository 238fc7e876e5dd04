import {
  AgentCreated,
  AgentVersionCreated,
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
import { defineEventTypes, storedEvent } from '@svc/event-store';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import type { DefinitionEvent } from '../domain/definition/definition-event.js';
import { earlierVersionSet, earlierVersionSetMessage } from './version-set-mapping.js';

export type AgentsEvent = DefinitionEvent;

const isPublic = { visibility: 'public' } as const;

/** The summary travels as JSON text. */
const toMessage = <Data extends { readonly summary: JsonObject }>({ summary, ...data }: Data) => ({
  ...data,
  summaryJson: canonicalJson(summary),
});
const fromMessage = <Message extends { readonly summaryJson: string }>({
  summaryJson,
  ...message
}: Message) => ({ ...message, summary: JSON.parse(summaryJson) as JsonObject });

/** How the events of this context are stored (proto/svc/agents/v1/events.proto). All of them are public. */
export const agentsEventTypes = defineEventTypes<AgentsEvent>({
  DefinitionCreated: storedEvent({
    codec: DefinitionCreated,
    ...isPublic,
    parts: ['body', 'creator'],
    toProto: toMessage,
    fromProto: fromMessage,
  }),
  DefinitionUpdated: storedEvent({
    codec: DefinitionUpdated,
    ...isPublic,
    parts: ['body', 'updatedBy'],
    toProto: toMessage,
    fromProto: fromMessage,
  }),
  DefinitionVersionCreated: storedEvent({
    codec: DefinitionVersionCreated,
    ...isPublic,
    parts: ['body', 'creator'],
    toProto: toMessage,
    fromProto: fromMessage,
  }),
  DefinitionVersionsRetired: storedEvent({
    codec: DefinitionVersionsRetired,
    ...isPublic,
    parts: ['retiredBy'],
  }),
  DefinitionRetired: storedEvent({ codec: DefinitionRetired, ...isPublic, parts: ['retiredBy'] }),
  AgentCreated: storedEvent({ codec: AgentCreated, ...isPublic, parts: ['creator'] }),
  AgentVersionCreated: storedEvent({ codec: AgentVersionCreated, ...isPublic, parts: ['body', 'creator'] }),
  ContextGraphCreated: storedEvent({ codec: ContextGraphCreated, ...isPublic, parts: ['creator'] }),
  ContextGraphVersionCreated: storedEvent({
    codec: ContextGraphVersionCreated,
    ...isPublic,
    parts: ['body', 'creator'],
  }),
  ServiceCreated: storedEvent({ codec: ServiceCreated, ...isPublic, parts: ['creator'] }),
  VersionSetPut: storedEvent({
    codec: VersionSetPut,
    ...isPublic,
    parts: ['versionSet', 'updatedBy'],
    toProto: (data) => ({ ...data, versionSet: earlierVersionSetMessage(data.versionSet) }),
    fromProto: (message) => ({ ...message, versionSet: earlierVersionSet(message.versionSet) }),
  }),
});
