import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { AvailableVersions } from '../domain/service/service-rules.js';

/** How many versions an agent and a graph have. One query. */
export async function availableVersions(
  executor: Executor,
  tenantId: TenantId,
  agentId: string,
  contextGraphId: string,
): Promise<AvailableVersions> {
  const { rows } = await executor.query<{ agent: number | null; context_graph: number | null }>({
    name: 'agents.available_versions',
    text: `
      SELECT (SELECT latest_version FROM agents.agent WHERE tenant_id = $1 AND agent_id = $2) AS agent,
             (SELECT latest_version FROM agents.context_graph
               WHERE tenant_id = $1 AND context_graph_id = $3) AS context_graph`,
    values: [tenantId, agentId, contextGraphId],
  });
  return { agent: rows[0]?.agent ?? null, contextGraph: rows[0]?.context_graph ?? null };
}

/** An object by its name in the tenant; `latestVersion` 0: no version yet. */
export interface Named {
  readonly id: string;
  readonly latestVersion: number;
}

export async function findAgentByName(
  executor: Executor,
  tenantId: TenantId,
  name: string,
): Promise<Named | undefined> {
  const { rows } = await executor.query<Named>({
    name: 'agents.find_agent_by_name',
    text: `SELECT agent_id AS id, latest_version AS "latestVersion" FROM agents.agent
            WHERE tenant_id = $1 AND name = $2`,
    values: [tenantId, name],
  });
  return rows[0];
}

export async function findContextGraphByName(
  executor: Executor,
  tenantId: TenantId,
  name: string,
): Promise<Named | undefined> {
  const { rows } = await executor.query<Named>({
    name: 'agents.find_context_graph_by_name',
    text: `SELECT context_graph_id AS id, latest_version AS "latestVersion" FROM agents.context_graph
            WHERE tenant_id = $1 AND name = $2`,
    values: [tenantId, name],
  });
  return rows[0];
}

/** The id of the active service of that name. */
export async function findActiveServiceByName(
  executor: Executor,
  tenantId: TenantId,
  name: string,
): Promise<string | undefined> {
  const { rows } = await executor.query<{ service_id: string }>({
    name: 'agents.find_active_service_by_name',
    text: `SELECT service_id FROM agents.service WHERE tenant_id = $1 AND name = $2 AND is_active`,
    values: [tenantId, name],
  });
  return rows[0]?.service_id;
}
