import { canonicalJson, type DomainEvent, type JsonObject } from '@svc/kernel';
import type { Author } from '../author.js';
import { inlineBody, type VersionBody } from '../version-body.js';
import { serviceSummary, type VersionSet } from '../service/service-body.js';
import type { GenericEvent } from './generic-event.js';

interface EarlierVersion {
  readonly versionId: string;
  readonly version: number;
  readonly body: VersionBody;
  readonly creator: Author;
  readonly createdAtMs: number;
}

interface EarlierNaming {
  readonly name: string;
  readonly creator: Author;
  readonly createdAtMs: number;
}

export interface EarlierVersionSet {
  readonly agentVersionNumber: number | null;
  readonly contextGraphVersionNumber: number | null;
  readonly llmModelPreferences: readonly {
    readonly interactionName: string;
    readonly llmName: string;
    readonly params: JsonObject;
  }[];
}

/** What releases before the generic events have written. */
export type EarlierEvent =
  | DomainEvent<'AgentCreated', EarlierNaming & { readonly agentId: string }>
  | DomainEvent<'AgentVersionCreated', EarlierVersion & { readonly agentId: string }>
  | DomainEvent<'ContextGraphCreated', EarlierNaming & { readonly contextGraphId: string }>
  | DomainEvent<'ContextGraphVersionCreated', EarlierVersion & { readonly contextGraphId: string }>
  | DomainEvent<
      'ServiceCreated',
      EarlierNaming & {
        readonly serviceId: string;
        readonly description: string;
        readonly isActive: boolean;
        readonly agentId: string;
        readonly contextGraphId: string;
        readonly tags: readonly { readonly key: string; readonly value: string | null }[];
        readonly keyterms: readonly string[];
      }
    >
  | DomainEvent<
      'VersionSetPut',
      {
        readonly serviceId: string;
        readonly name: string;
        readonly versionSet: EarlierVersionSet;
        readonly updatedBy: Author;
        readonly updatedAtMs: number;
      }
    >;

/** The definition that an earlier event of a version set changes. */
interface ServiceBefore {
  readonly name: string;
  readonly body: VersionBody;
}

/**
 * The generic event that says the same. Version sets were events of their own; now they are parts of the service's body.
 * @param before null for the first event of a stream
 */
export function genericEventOf(event: EarlierEvent, before: ServiceBefore | null): GenericEvent {
  switch (event.type) {
    case 'AgentCreated':
      return created('agent', event.data.agentId, event.data, {});
    case 'ContextGraphCreated':
      return created('context_graph', event.data.contextGraphId, event.data, {});
    case 'ServiceCreated': {
      const { serviceId, description, isActive, agentId, contextGraphId, tags, keyterms } = event.data;
      return created('service', serviceId, event.data, {
        description,
        is_active: isActive,
        agent_id: agentId,
        context_graph_id: contextGraphId,
        tags,
        keyterms,
        version_sets: {},
      });
    }
    case 'AgentVersionCreated':
      return versionCreated('agent', event.data.agentId, event.data);
    case 'ContextGraphVersionCreated':
      return versionCreated('context_graph', event.data.contextGraphId, event.data);
    case 'VersionSetPut': {
      const { serviceId: definitionId, name, versionSet, updatedBy, updatedAtMs } = event.data;
      const body = JSON.parse(before?.body.inlineJson ?? '{}') as JsonObject;
      const sets = body['version_sets'] as JsonObject | undefined;
      const next = { ...body, version_sets: { ...sets, [name]: laterVersionSet(versionSet) } };
      const content = { name: before?.name ?? '', ...contentOf('service', next) };
      return {
        type: 'DefinitionUpdated',
        data: { kind: 'service', definitionId, ...content, updatedBy, updatedAtMs },
      };
    }
  }
}

function created(
  kind: string,
  definitionId: string,
  { name, creator, createdAtMs }: EarlierNaming,
  body: JsonObject,
): GenericEvent {
  const data = { kind, definitionId, name, parentId: null, ...contentOf(kind, body), creator, createdAtMs };
  return { type: 'DefinitionCreated', data };
}

function contentOf(kind: string, body: JsonObject) {
  const summary = kind === 'service' ? serviceSummary(body) : {};
  return { body: inlineBody(canonicalJson(body)), summary };
}

function versionCreated(kind: string, definitionId: string, version: EarlierVersion): GenericEvent {
  const { versionId, body, creator, createdAtMs } = version;
  const content = { versionId, version: version.version, label: null, body, summary: {} };
  return {
    type: 'DefinitionVersionCreated',
    data: { kind, definitionId, ...content, creator, createdAtMs },
  };
}

function laterVersionSet(set: EarlierVersionSet): VersionSet {
  return {
    agent_version_number: set.agentVersionNumber,
    context_graph_version_number: set.contextGraphVersionNumber,
    llm_model_preferences: Object.fromEntries(
      set.llmModelPreferences.map(({ interactionName, llmName, params }) => [
        interactionName,
        { llm_name: llmName, params },
      ]),
    ),
  };
}
