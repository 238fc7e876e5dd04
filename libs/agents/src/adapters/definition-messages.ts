import {
  AgentDefinition as AgentDefinitionMessage,
  type AgentIdentity as AgentIdentityMessage,
  type Author as AuthorMessage,
  type VersionBody as VersionBodyMessage,
} from '@svc/contracts/agents';
import type { Complete } from '@svc/event-store';
import { canonicalJson } from '@svc/kernel';
import type { AgentDefinition, AgentIdentity } from '../domain/agent/agent-definition.js';
import type { Author } from '../domain/author.js';
import type { VersionBody } from '../domain/version-body.js';

// The domain says "absent" with null, the generated messages with undefined; parts that messages can't require are
// always written, so an absent one reads as empty.

function agentDefinitionToMessage(definition: AgentDefinition): Complete<AgentDefinitionMessage> {
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

export function agentDefinitionFromMessage(message: AgentDefinitionMessage): AgentDefinition {
  return {
    ...message,
    identity: agentIdentityFromMessage(message.identity),
    voiceConfig: message.voiceConfig ?? null,
  };
}

/** The body of an agent version. */
export function agentDefinitionToJson(definition: AgentDefinition): string {
  return canonicalJson(AgentDefinitionMessage.toJSON(agentDefinitionToMessage(definition)));
}

export function agentDefinitionMessageFromJson(json: string): AgentDefinitionMessage {
  return AgentDefinitionMessage.fromJSON(JSON.parse(json));
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

export function versionBodyToMessage({
  address,
  sizeBytes,
  inlineJson,
}: VersionBody): Complete<VersionBodyMessage> {
  return { address, sizeBytes, inlineJson: inlineJson ?? undefined };
}

export function versionBodyFromMessage(message: VersionBodyMessage | undefined): VersionBody {
  const { address = '', sizeBytes = 0, inlineJson } = message ?? {};
  return { address, sizeBytes, inlineJson: inlineJson ?? null };
}

export function authorFromMessage(message: AuthorMessage | undefined): Author {
  return { orgId: message?.orgId ?? '', userId: message?.userId ?? '' };
}
