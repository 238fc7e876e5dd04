import type {
  AgentsServiceService,
  Definition as DefinitionProto,
  DefinitionPins as PinsProto,
} from '@svc/contracts/agents';
import { compileGraph } from '@svc/definitions/classic';
import type { AgentProfile } from '@svc/engine';
import type { TenantId } from '@svc/kernel';
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
  const keep = (key: string, message: DefinitionProto): Definition => {
    const definition = definitionFromProto(message);
    const size = message.contextGraphJson.length + JSON.stringify(definition.agent).length;
    kept.set(key, definition, { size });
    return definition;
  };
  return {
    resolve: async (tenantId, serviceId, versionSetName) => {
      const answer = await agents.resolveDefinition({ tenantId, serviceId, versionSetName });
      const pins = pinsFromProto(present(answer.pins));
      const key = keyOf(tenantId, pins);
      return { pins, definition: kept.get(key) ?? keep(key, present(answer.definition)) };
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
      return keep(key, present(answer.definition));
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

function definitionFromProto({ agent, contextGraphJson }: DefinitionProto): Definition {
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
  return { agent: profile, graph: compileGraph(JSON.parse(contextGraphJson)) };
}

/** By contract, messages of the agents context are complete. */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The agents context has answered with half a definition.');
  return value;
}
