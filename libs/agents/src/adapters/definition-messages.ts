import {
  AgentDefinition as AgentDefinitionMessage,
  AgentIdentity as AgentIdentityMessage,
  RelationshipToDeveloper,
} from '@svc/contracts/agents';
import { canonicalJson, fromMessage, toMessage } from '@svc/kernel';
import type { AgentDefinition, AgentIdentity } from '../domain/agent/agent-definition.js';

/** The body of an agent version. */
export function agentDefinitionToJson(definition: AgentDefinition): string {
  return canonicalJson(AgentDefinitionMessage.toJSON(toMessage(AgentDefinitionMessage, definition)));
}

export function agentDefinitionMessageFromJson(json: string): AgentDefinitionMessage {
  return AgentDefinitionMessage.fromJSON(JSON.parse(json));
}

export function agentDefinitionFromMessage(message: AgentDefinitionMessage): AgentDefinition {
  const identity = agentIdentityFromMessage(message.identity);
  return { ...fromMessage(AgentDefinitionMessage, message), identity };
}

/** Messages can't require parts: an absent one reads as empty. */
export function agentIdentityFromMessage(message: AgentIdentityMessage | undefined): AgentIdentity {
  const relationshipToDeveloper = RelationshipToDeveloper.fromPartial(message?.relationshipToDeveloper ?? {});
  return { ...AgentIdentityMessage.fromPartial(message ?? {}), relationshipToDeveloper };
}
