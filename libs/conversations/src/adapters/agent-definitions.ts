import type {
  AgentsServiceService,
  Definition as DefinitionProto,
  DefinitionPins as PinsProto,
} from '@svc/contracts/agents';
import { compileGraph as compileClassicGraph } from '@svc/definitions/classic';
import { compileGraph as compilePlatformGraph } from '@svc/definitions/platform';
import type { AgentProfile, ContextGraph } from '@svc/engine';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import { LRUCache } from 'lru-cache';
import type { Definition, Definitions } from '../ports/ports.js';
import type { ConversationPins } from '../domain/conversation-identity.js';

export type AgentsClient = Pick<
  RpcClient<typeof AgentsServiceService>,
  'resolveDefinition' | 'getDefinition'
>;

/** Bound of the cached definitions: characters of their JSON together. Parsed, they take more. */
const keptCharacters = 16_000_000;

/** Definitions from the agents context. Versions never change, so each is fetched once. */
export function agentDefinitions(agents: AgentsClient): Definitions {
  const kept = new LRUCache<string, Definition>({ maxSize: keptCharacters });
  const keep = (tenantId: TenantId, key: string, message: DefinitionProto): Definition => {
    const definition = definitionFromProto(tenantId, message);
    const others = message.referencedGraphs.reduce((sum, graph) => sum + graph.contextGraphJson.length, 0);
    const size = message.contextGraphJson.length + others + JSON.stringify(definition.agent).length;
    kept.set(key, definition, { size });
    return definition;
  };
  return {
    resolve: async (tenantId, serviceId, versionSetName) => {
      const answer = await agents.resolveDefinition({ tenantId, serviceId, versionSetName });
      const pins = pinsFromProto(present(answer.pins));
      const key = keyOf(tenantId, pins);
      return { pins, definition: kept.get(key) ?? keep(tenantId, key, present(answer.definition)) };
    },
    get: async (tenantId, pins) => {
      const key = keyOf(tenantId, pins);
      const known = kept.get(key);
      if (known) return known;
      const { agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber } = pins;
      const answer = await agents.getDefinition({
        tenantId,
        agentId,
        agentVersionNumber,
        contextGraphId,
        contextGraphVersionNumber,
      });
      return keep(tenantId, key, present(answer.definition));
    },
  };
}

function keyOf(tenantId: TenantId, pins: ConversationPins): string {
  const { agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber } = pins;
  return [tenantId, agentId, agentVersionNumber, contextGraphId, contextGraphVersionNumber].join('/');
}

function pinsFromProto(pins: PinsProto): ConversationPins {
  const { serviceId: _known, ...rest } = pins;
  return rest;
}

function definitionFromProto(
  tenantId: TenantId,
  { agent, contextGraphJson, referencedGraphs }: DefinitionProto,
): Definition {
  const { identity, background, behaviors, communicationPatterns } = present(agent);
  const { name, role, developedBy, defaultSpokenLanguage, relationshipToDeveloper } = present(identity);
  const { ownership, type, conversationVisibility, thoughtVisibility } = present(relationshipToDeveloper);
  const profile: AgentProfile = {
    identity: {
      name,
      role,
      developed_by: developedBy,
      default_spoken_language: defaultSpokenLanguage,
      relationship_to_developer: {
        ownership,
        type,
        conversation_visibility: conversationVisibility,
        thought_visibility: thoughtVisibility,
      },
    },
    background,
    behaviors,
    communication_patterns: communicationPatterns,
  };
  const graphs = referencedGraphs.map(({ contextGraphId, version, contextGraphJson: json }) => ({
    version: [contextGraphId, version] as const,
    graph: graphFrom(tenantId, json),
  }));
  return {
    agent: profile,
    graph: graphFrom(tenantId, contextGraphJson),
    ...(graphs.length === 0 ? {} : { graphs }),
  };
}

/** Organizations write Classic graphs, workspaces those of the Platform. */
function graphFrom(tenantId: TenantId, json: string): ContextGraph {
  const body: unknown = JSON.parse(json);
  return organizationOf(tenantId) === null ? compilePlatformGraph(body) : compileClassicGraph(body);
}

/** By contract, messages of the agents context are complete. */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The agents context has answered with half a definition.');
  return value;
}
