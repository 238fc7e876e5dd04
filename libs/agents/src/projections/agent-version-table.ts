import { AgentDefinition } from '@svc/contracts/agents';
import { column, defineTable, instant, unlisted } from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { agentDefinitionToMessage } from '../adapters/definition-messages.js';
import type { AgentEvent } from '../domain/agent/agent.js';

type VersionCreated = Extract<AgentEvent, { type: 'AgentVersionCreated' }>['data'];
type AgentVersionRow = VersionCreated & { readonly tenantId: TenantId };

/** Rows never change. */
export const agentVersionTable = defineTable<AgentVersionRow>()('agents.agent_version', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    agentId: column((row) => row.agentId),
    version: column((row) => row.version),
  },
  fixed: {
    versionId: column((row) => row.versionId),
    definition: column((row) =>
      canonicalJson(AgentDefinition.toJSON(agentDefinitionToMessage(row.definition))),
    ),
    createdAtMs: instant((row) => row.createdAtMs),
  },
});
