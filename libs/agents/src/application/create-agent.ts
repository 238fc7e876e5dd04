import { agentDecider } from '../domain/agent/agent.js';
import { agentNameKey, agentRows } from '../projections/agent-rows.js';
import type { AgentsContext, Issuer } from './agents-context.js';
import { refuseTakenName } from './taken-name.js';

/**
 * @returns the id of the new agent.
 * @throws DomainError `validation_failed`, `conflict` when the tenant has an agent of that name.
 */
export async function createAgent(context: AgentsContext, issuer: Issuer, name: string): Promise<string> {
  const { database, clock, ids, agents } = context;
  const { tenantId, by, metadata } = issuer;
  const agentId = ids.objectId();
  const agent = agents.initial(tenantId, agentId);
  const events = agentDecider.decide(agent.state, {
    type: 'CreateAgent',
    agentId,
    name,
    by,
    nowMs: clock.now(),
  });
  const alongside = events.flatMap((event) => agentRows(tenantId, event));
  await agents
    .append(database, agent, events, { metadata, alongside })
    .catch(refuseTakenName(agentNameKey, `There is already an agent named "${name}".`));
  return agentId;
}
