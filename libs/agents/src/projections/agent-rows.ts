import { AgentDefinition } from '@svc/contracts/agents';
import type { SqlFragment } from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { timestamp } from '@svc/postgres';
import { agentDefinitionToMessage } from '../adapters/definition-messages.js';
import type { AgentEvent } from '../domain/agent/agent.js';

/** The unique key behind "the name of an agent is unique in the tenant". */
export const agentNameKey = 'agent_name_key';

/** What an event changes in `agents.agent` and `agents.agent_version`. */
export function agentRows(tenantId: TenantId, event: AgentEvent): readonly SqlFragment[] {
  switch (event.type) {
    case 'AgentCreated': {
      const { agentId, name, createdAtMs } = event.data;
      return [
        {
          name: 'agent_row',
          text: `INSERT INTO agents.agent (tenant_id, agent_id, name, latest_version, created_at)
                 VALUES ($1, $2, $3, 0, $4)`,
          values: [tenantId, agentId, name, timestamp(createdAtMs)],
        },
      ];
    }
    case 'AgentVersionCreated': {
      const { agentId, version, versionId, definition, createdAtMs } = event.data;
      const json = canonicalJson(AgentDefinition.toJSON(agentDefinitionToMessage(definition)));
      return [
        {
          name: 'agent_version_row',
          text: `INSERT INTO agents.agent_version (tenant_id, agent_id, version, version_id, definition, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6)`,
          values: [tenantId, agentId, version, versionId, json, timestamp(createdAtMs)],
        },
        {
          name: 'agent_latest_version',
          text: `UPDATE agents.agent SET latest_version = $3 WHERE tenant_id = $1 AND agent_id = $2`,
          values: [tenantId, agentId, version],
        },
      ];
    }
  }
}
