import type { SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { AgentsEvent } from '../adapters/event-types.js';
import { agentRows } from './agent-rows.js';
import { contextGraphRows } from './context-graph-rows.js';
import { serviceRows } from './service-rows.js';

/** Every table whose rows `readModelRows` makes. */
export const readModelTables = [
  'agents.agent',
  'agents.agent_version',
  'agents.context_graph',
  'agents.context_graph_version',
  'agents.service',
  'agents.service_tag',
  'agents.service_version_set',
] as const;

/** What any event of this context changes in the read models. */
export function readModelRows(tenantId: TenantId, event: AgentsEvent): readonly SqlFragment[] {
  switch (event.type) {
    case 'AgentCreated':
    case 'AgentVersionCreated':
      return agentRows(tenantId, event);
    case 'ContextGraphCreated':
    case 'ContextGraphVersionCreated':
      return contextGraphRows(tenantId, event);
    case 'ServiceCreated':
    case 'VersionSetPut':
      return serviceRows(tenantId, event);
  }
}
