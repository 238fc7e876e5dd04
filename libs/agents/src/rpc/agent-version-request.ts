import type { AgentVersionChanges } from '@svc/contracts/agents';
import { agentIdentityFromProto } from '../adapters/definition-mapping.js';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';

/** Absent fields carry over, which is null in the domain. */
export function agentDefinitionChanges(changes: AgentVersionChanges | undefined): AgentDefinitionChanges {
  return {
    initials: changes?.initials ?? null,
    identity: changes?.identity ? agentIdentityFromProto(changes.identity) : null,
    background: changes?.background ?? null,
    behaviors: changes?.behaviors?.items ?? null,
    communicationPatterns: changes?.communicationPatterns?.items ?? null,
    voiceConfig: changes?.voiceConfig ?? null,
  };
}
