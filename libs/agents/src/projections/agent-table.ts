import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { AgentState } from '../domain/agent/agent.js';

type AgentRow = NonNullable<AgentState> & { readonly tenantId: TenantId };

export const agentTable = defineTable<AgentRow>()('agents.agent', {
  key: { tenantId: unlisted(column((row) => row.tenantId)), agentId: column((row) => row.agentId) },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name), latestVersion: column((row) => row.latestVersion) },
});
