import { VersionSet, type DefinitionPins } from '@svc/contracts/agents';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { VersionBody } from '../domain/version-body.js';

/** A definition as it is stored: bodies may have to be read from the blob store. */
export interface StoredDefinition {
  readonly agentBody: StoredBody;
  readonly graphBody: StoredBody;
}

type StoredBody = Pick<VersionBody, 'address' | 'inlineJson'>;

export interface ResolvedDefinition extends StoredDefinition {
  readonly pins: DefinitionPins;
}

/** What a version set of a service resolves to now; `missing` says which of the two does not exist. */
export type Resolution = ResolvedDefinition | { readonly missing: 'service' | 'version set' };

interface DefinitionRow {
  readonly agent_address: string;
  readonly agent_json: string | null;
  readonly graph_address: string;
  readonly graph_json: string | null;
}

const bodies = `av.body_address AS agent_address, av.body_json AS agent_json,
             gv.body_address AS graph_address, gv.body_json AS graph_json`;

interface ResolvedRow extends DefinitionRow {
  readonly agent_id: string;
  readonly agent_version: number;
  readonly context_graph_id: string;
  readonly context_graph_version: number;
  /** Null: the service has no such version set, and the columns of the definition are null too. */
  readonly version_set: unknown;
}

/** One query. Inactive services count as missing: no conversation begins with them. */
export async function resolveDefinition(
  executor: Executor,
  tenantId: TenantId,
  serviceId: string,
  versionSetName: string,
): Promise<Resolution> {
  const { rows } = await executor.query<ResolvedRow>({
    name: 'agents.resolve_definition',
    text: `
      SELECT s.agent_id, s.context_graph_id, vs.version_set,
             av.version AS agent_version, gv.version AS context_graph_version, ${bodies}
        FROM agents.service s
        LEFT JOIN agents.service_version_set vs
          ON vs.tenant_id = s.tenant_id AND vs.service_id = s.service_id AND vs.name = $3
        JOIN agents.agent a ON a.tenant_id = s.tenant_id AND a.agent_id = s.agent_id
        JOIN agents.agent_version av ON av.tenant_id = s.tenant_id AND av.agent_id = s.agent_id
         AND av.version = coalesce(vs.agent_version_number, a.latest_version)
        JOIN agents.context_graph g ON g.tenant_id = s.tenant_id AND g.context_graph_id = s.context_graph_id
        JOIN agents.context_graph_version gv
          ON gv.tenant_id = s.tenant_id AND gv.context_graph_id = s.context_graph_id
         AND gv.version = coalesce(vs.context_graph_version_number, g.latest_version)
       WHERE s.tenant_id = $1 AND s.service_id = $2 AND s.is_active`,
    values: [tenantId, serviceId, versionSetName],
  });
  const row = rows[0];
  if (!row) return { missing: 'service' };
  if (row.version_set === null) return { missing: 'version set' };
  const { llmModelPreferences } = VersionSet.fromJSON(row.version_set);
  return {
    ...storedDefinition(row),
    pins: {
      serviceId,
      versionSetName,
      agentId: row.agent_id,
      agentVersionNumber: row.agent_version,
      contextGraphId: row.context_graph_id,
      contextGraphVersionNumber: row.context_graph_version,
      llmModelPreferences,
    },
  };
}

export type DefinitionVersions = Pick<
  DefinitionPins,
  'agentId' | 'agentVersionNumber' | 'contextGraphId' | 'contextGraphVersionNumber'
>;

/** One query. Undefined when either version does not exist. */
export async function getDefinition(
  executor: Executor,
  tenantId: TenantId,
  versions: DefinitionVersions,
): Promise<StoredDefinition | undefined> {
  const { rows } = await executor.query<DefinitionRow>({
    name: 'agents.get_definition',
    text: `
      SELECT ${bodies}
        FROM agents.agent_version av, agents.context_graph_version gv
       WHERE av.tenant_id = $1 AND av.agent_id = $2 AND av.version = $3
         AND gv.tenant_id = $1 AND gv.context_graph_id = $4 AND gv.version = $5`,
    values: [
      tenantId,
      versions.agentId,
      versions.agentVersionNumber,
      versions.contextGraphId,
      versions.contextGraphVersionNumber,
    ],
  });
  return rows[0] && storedDefinition(rows[0]);
}

function storedDefinition(row: DefinitionRow): StoredDefinition {
  return {
    agentBody: { address: row.agent_address, inlineJson: row.agent_json },
    graphBody: { address: row.graph_address, inlineJson: row.graph_json },
  };
}
