import { decideAgain } from '@svc/event-store';
import { agentDecider } from '../domain/agent/agent.js';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import { agentRows } from '../projections/agent-rows.js';
import type { AgentsContext, CreatedVersion, Issuer } from './agents-context.js';

export interface NewAgentVersion {
  readonly agentId: string;
  /** Null: whichever number is next. */
  readonly expectedVersion: number | null;
  readonly changes: AgentDefinitionChanges;
}

/**
 * @throws DomainError `not_found`, `validation_failed`, `conflict` when another number is next, `invalid_request` when
 *   the first version is incomplete.
 */
export async function createAgentVersion(
  context: AgentsContext,
  issuer: Issuer,
  { agentId, expectedVersion, changes }: NewAgentVersion,
): Promise<CreatedVersion> {
  const { database, clock, ids, agents } = context;
  const { tenantId, by, metadata } = issuer;
  const versionId = ids.objectId();
  return decideAgain(async () => {
    const agent = await agents.load(database, tenantId, agentId);
    const nowMs = clock.now();
    const command = { type: 'CreateAgentVersion', versionId, expectedVersion, changes, by, nowMs } as const;
    const events = agentDecider.decide(agent.state, command);
    const alongside = events.flatMap((event) => agentRows(tenantId, event));
    const { state } = await agents.append(database, agent, events, { metadata, alongside });
    return { versionId, version: state?.latestVersion ?? 0, createdAtMs: nowMs };
  });
}
