import type {
  AgentDefinition as AgentDefinitionMessage,
  AgentIdentity as AgentIdentityMessage,
  Author as AuthorMessage,
  GraphBody as GraphBodyMessage,
} from '@svc/contracts/agents';
import type { Complete } from '@svc/event-store';
import type { AgentDefinition, AgentIdentity } from '../domain/agent/agent-definition.js';
import type { Author } from '../domain/author.js';
import type { GraphBody } from '../domain/context-graph/context-graph.js';

// The domain says "absent" with null, the generated messages with undefined; parts that messages can't require are
// always written, so an absent one reads as empty.

export function agentDefinitionToMessage(definition: AgentDefinition): Complete<AgentDefinitionMessage> {
  const { initials, identity, background, behaviors, communicationPatterns, voiceConfig } = definition;
  return {
    initials,
    identity,
    background,
    behaviors: [...behaviors],
    communicationPatterns: [...communicationPatterns],
    voiceConfig: voiceConfig ?? undefined,
  };
}

export function agentDefinitionFromMessage(message: AgentDefinitionMessage | undefined): AgentDefinition {
  return {
    initials: message?.initials ?? '',
    identity: agentIdentityFromMessage(message?.identity),
    background: message?.background ?? '',
    behaviors: message?.behaviors ?? [],
    communicationPatterns: message?.communicationPatterns ?? [],
    voiceConfig: message?.voiceConfig ?? null,
  };
}

export function agentIdentityFromMessage(message: AgentIdentityMessage | undefined): AgentIdentity {
  const relationship = message?.relationshipToDeveloper;
  return {
    name: message?.name ?? '',
    role: message?.role ?? '',
    developedBy: message?.developedBy ?? '',
    defaultSpokenLanguage: message?.defaultSpokenLanguage ?? '',
    relationshipToDeveloper: {
      ownership: relationship?.ownership ?? '',
      type: relationship?.type ?? '',
      conversationVisibility: relationship?.conversationVisibility ?? '',
      thoughtVisibility: relationship?.thoughtVisibility ?? '',
    },
  };
}

export function graphBodyToMessage({
  address,
  sizeBytes,
  inlineJson,
}: GraphBody): Complete<GraphBodyMessage> {
  return { address, sizeBytes, inlineJson: inlineJson ?? undefined };
}

export function graphBodyFromMessage(message: GraphBodyMessage | undefined): GraphBody {
  const { address = '', sizeBytes = 0, inlineJson } = message ?? {};
  return { address, sizeBytes, inlineJson: inlineJson ?? null };
}

export function authorFromMessage(message: AuthorMessage | undefined): Author {
  return { orgId: message?.orgId ?? '', userId: message?.userId ?? '' };
}
