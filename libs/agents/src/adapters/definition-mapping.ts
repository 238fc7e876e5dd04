import {
  AgentDefinition as AgentDefinitionProto,
  AgentIdentity as AgentIdentityProto,
  RelationshipToDeveloper,
} from '@svc/contracts/agents';
import { canonicalJson, fromProto, toProto } from '@svc/kernel';
import type { AgentDefinition, AgentIdentity } from '../domain/agent/agent-definition.js';

/** The body of an agent version. */
export function agentDefinitionToJson(definition: AgentDefinition): string {
  return canonicalJson(AgentDefinitionProto.toJSON(toProto(AgentDefinitionProto, definition)));
}

export function agentDefinitionMessageFromJson(json: string): AgentDefinitionProto {
  return AgentDefinitionProto.fromJSON(JSON.parse(json));
}

export function agentDefinitionFromProto(message: AgentDefinitionProto): AgentDefinition {
  const identity = agentIdentityFromProto(message.identity);
  return { ...fromProto(AgentDefinitionProto, message), identity };
}

/** Messages can't require parts: an absent one reads as empty. */
export function agentIdentityFromProto(message: AgentIdentityProto | undefined): AgentIdentity {
  const relationshipToDeveloper = RelationshipToDeveloper.fromPartial(message?.relationshipToDeveloper ?? {});
  return { ...AgentIdentityProto.fromPartial(message ?? {}), relationshipToDeveloper };
}
