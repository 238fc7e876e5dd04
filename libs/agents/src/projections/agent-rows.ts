import { AgentDefinition } from '@svc/contracts/agents';
import {
  column,
  defineTable,
  instant,
  unlisted,
  type AggregateChange,
  type SqlFragment,
  type Table,
} from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { agentDefinitionToMessage } from '../adapters/definition-messages.js';
import type { AgentEvent, AgentState } from '../domain/agent/agent.js';

/** The unique key behind "the name of an agent is unique in the tenant". */
export const agentNameKey = 'agent_name_key';

type AgentRow = NonNullable<AgentState> & { readonly tenantId: TenantId };
type AgentVersionRow = VersionCreated & { readonly tenantId: TenantId };
type VersionCreated = Extract<AgentEvent, { type: 'AgentVersionCreated' }>['data'];

const agentTable = defineTable<AgentRow>()('agents.agent', {
  key: { tenantId: unlisted(column((row) => row.tenantId)), agentId: column((row) => row.agentId) },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name), latestVersion: column((row) => row.latestVersion) },
});

const agentVersionTable = defineTable<AgentVersionRow>()('agents.agent_version', {
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

export const agentTables: readonly Table[] = [agentTable, agentVersionTable];

/** The agent's row follows from its state, and each of its versions from an event. */
export function agentRows({
  tenantId,
  before,
  after,
  events,
}: AggregateChange<AgentState, AgentEvent>): readonly SqlFragment[] {
  const rowOf = (state: AgentState) => state && { ...state, tenantId };
  const versions = events.flatMap((event) =>
    event.type === 'AgentVersionCreated' ? [{ ...event.data, tenantId }] : [],
  );
  return [...agentTable.sync(rowOf(before), rowOf(after)), ...agentVersionTable.insertAll(versions)];
}
