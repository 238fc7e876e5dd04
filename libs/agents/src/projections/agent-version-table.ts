import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
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
    bodyAddress: column((row) => row.body.address),
    bodySizeBytes: column((row) => row.body.sizeBytes),
    bodyJson: column((row) => row.body.inlineJson),
    createdAtMs: instant((row) => row.createdAtMs),
  },
});
