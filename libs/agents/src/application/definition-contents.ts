import { Injectable } from '@nestjs/common';
import { AgentDefinition, type Definition } from '@svc/contracts/agents';
import type { JsonObject, TenantId } from '@svc/kernel';
import { laterBody } from '../adapters/earlier-bodies.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import { ReferencedGraphs } from './referenced-graphs.js';
import type {
  PinnedVersions,
  ResolvedVersions,
  StoredVersions,
} from '../projections/pinned-versions-query.js';

/** The content of the versions of an agent and a graph, wherever their bodies are. */
@Injectable()
export class DefinitionContents {
  constructor(
    private readonly bodies: VersionBodies,
    private readonly others: ReferencedGraphs,
  ) {}

  /** No query, or one when a body is in the blob store, and some where the graph refers to others. */
  async read(tenantId: TenantId, versions: PinnedVersions, stored: StoredVersions): Promise<Definition> {
    const [agent = '', graph = ''] = await this.bodies.readAll(placesOf(tenantId, versions, stored));
    return this.#definitionOf(tenantId, agent, graph);
  }

  /** The same with the body of the service that the versions were resolved from. */
  async readOfService(
    tenantId: TenantId,
    { versions, serviceBody, ...stored }: ResolvedVersions,
    serviceId: string,
  ): Promise<{ readonly definition: Definition; readonly service: JsonObject }> {
    const service = { tenantId, category: 'service', id: serviceId, body: serviceBody };
    const places = [...placesOf(tenantId, versions, stored), service];
    const [agent = '', graph = '', body = '{}'] = await this.bodies.readAll(places);
    const definition = await this.#definitionOf(tenantId, agent, graph);
    return { definition, service: JSON.parse(body) as JsonObject };
  }

  async #definitionOf(tenantId: TenantId, agentJson: string, contextGraphJson: string): Promise<Definition> {
    const referencedGraphs = [...(await this.others.readAll(tenantId, contextGraphJson))];
    return { agent: agentMessage(laterBody('agent', agentJson)), contextGraphJson, referencedGraphs };
  }
}

function placesOf(
  tenantId: TenantId,
  { agentId, contextGraphId }: PinnedVersions,
  { agentBody, graphBody }: StoredVersions,
) {
  return [
    { tenantId, category: 'agent', id: agentId, body: agentBody },
    { tenantId, category: 'context_graph', id: contextGraphId, body: graphBody },
  ];
}

/** What a workspace's agent need not have reads as empty. */
function agentMessage(body: JsonObject): AgentDefinition {
  const { identity, voice_config: voice, ...agent } = body as unknown as AgentBody;
  const relationship = identity.relationship_to_developer;
  return AgentDefinition.fromPartial({
    initials: agent.initials,
    identity: {
      name: identity.name,
      role: identity.role,
      developedBy: identity.developed_by,
      defaultSpokenLanguage: identity.default_spoken_language,
      relationshipToDeveloper: {
        ownership: relationship?.ownership ?? '',
        type: relationship?.type ?? '',
        conversationVisibility: relationship?.conversation_visibility ?? '',
        thoughtVisibility: relationship?.thought_visibility ?? '',
      },
    },
    background: agent.background,
    behaviors: [...agent.behaviors],
    communicationPatterns: [...agent.communication_patterns],
    ...(voice && { voiceConfig: { voiceId: voice.voice_id } }),
  });
}

/** The parts of an agent's version that both surfaces have. */
interface AgentBody {
  readonly initials: string;
  readonly identity: {
    readonly name: string;
    readonly role: string;
    readonly developed_by: string;
    readonly default_spoken_language: string;
    readonly relationship_to_developer: {
      readonly ownership: string;
      readonly type: string;
      readonly conversation_visibility: string;
      readonly thought_visibility: string;
    } | null;
  };
  readonly background: string;
  readonly behaviors: readonly string[];
  readonly communication_patterns: readonly string[];
  readonly voice_config: { readonly voice_id: string } | null;
}
