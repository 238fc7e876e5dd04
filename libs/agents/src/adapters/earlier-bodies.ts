import { AgentDefinition } from '@svc/contracts/agents';
import type { JsonObject } from '@svc/kernel';

/** The stored body of a version. Earlier releases stored those of agents under other names. */
export function laterBody(kind: string, json: string): JsonObject {
  const body = JSON.parse(json) as JsonObject;
  return kind === 'agent' && isEarlierAgent(body) ? agentBody(AgentDefinition.fromJSON(body)) : body;
}

function isEarlierAgent({ identity }: JsonObject): boolean {
  return typeof identity === 'object' && identity !== null && 'developedBy' in identity;
}

function agentBody({ identity, voiceConfig, ...agent }: AgentDefinition): JsonObject {
  const relationship = identity?.relationshipToDeveloper;
  return {
    initials: agent.initials,
    identity: {
      name: identity?.name ?? '',
      role: identity?.role ?? '',
      developed_by: identity?.developedBy ?? '',
      default_spoken_language: identity?.defaultSpokenLanguage ?? '',
      relationship_to_developer: {
        ownership: relationship?.ownership ?? '',
        type: relationship?.type ?? '',
        conversation_visibility: relationship?.conversationVisibility ?? '',
        thought_visibility: relationship?.thoughtVisibility ?? '',
      },
    },
    background: agent.background,
    behaviors: agent.behaviors,
    communication_patterns: agent.communicationPatterns,
    voice_config: voiceConfig
      ? { voice_id: voiceConfig.voiceId, stability: 0, similarity_boost: 0, style: 0 }
      : null,
  };
}
