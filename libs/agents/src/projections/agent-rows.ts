import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import type { AgentEvent, AgentState } from '../domain/agent/agent.js';
import { agentTable } from './agent-table.js';
import { agentVersionTable } from './agent-version-table.js';

/** The unique key of the rule that agent names are unique in the tenant. */
export const agentNameKey = 'agent_name_key';

/** All tables of `agentRows`, in the same order. */
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
