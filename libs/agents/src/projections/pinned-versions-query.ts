import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { VersionBody } from '../domain/version-body.js';

/** The versions that conversations run on, as they are stored: bodies may have to be read from the blob store. */
export interface StoredVersions {
  readonly agentBody: StoredBody;
  readonly graphBody: StoredBody;
}

type StoredBody = Pick<VersionBody, 'address' | 'inlineJson'>;

export interface PinnedVersions {
  readonly agentId: string;
  readonly agentVersionNumber: number;
  readonly contextGraphId: string;
  readonly contextGraphVersionNumber: number;
}

/** What a version set of a service resolves to now; its preferences of models are in the service's body. */
export interface ResolvedVersions extends StoredVersions {
  readonly versions: PinnedVersions;
  readonly serviceBody: StoredBody;
}

/** `missing` says which of the two does not exist. */
export type Resolution = ResolvedVersions | { readonly missing: 'service' | 'version set' };

interface VersionsRow {
  readonly agent_address: string;
  readonly agent_json: string | null;
  readonly graph_address: string;
  readonly graph_json: string | null;
}

const bodies = `av.body_address AS agent_address, av.body_json AS agent_json,
             gv.body_address AS graph_address, gv.body_json AS graph_json`;

interface ResolvedRow extends VersionsRow {
  readonly agent_id: string;
  readonly agent_version: number;
  readonly context_graph_id: string;
  readonly context_graph_version: number;
  readonly service_address: string;
  readonly service_json: string | null;
  readonly has_version_set: boolean;
}

/** One query. Inactive services count as missing: no conversation begins with them. */
export async function resolveVersions(
  executor: Executor,
  tenantId: TenantId,
  serviceId: string,
  versionSetName: string,
): Promise<Resolution> {
  const { rows } = await executor.query<ResolvedRow>({
    name: 'agents.resolve_definition',
    text: `
      SELECT a.definition_id AS agent_id, g.definition_id AS context_graph_id,
             s.body_address AS service_address, s.body_json AS service_json,
             s.summary -> 'pins' ? $3 AS has_version_set,
             av.version AS agent_version, gv.version AS context_graph_version, ${bodies}
        FROM agents.definition s
        JOIN agents.definition a ON a.tenant_id = s.tenant_id AND a.definition_id = s.summary ->> 'agent_id'
        JOIN agents.definition g ON g.tenant_id = s.tenant_id AND g.definition_id = s.summary ->> 'context_graph_id'
        JOIN agents.definition_version av ON av.tenant_id = s.tenant_id AND av.definition_id = a.definition_id
         AND av.version = coalesce((s.summary -> 'pins' -> $3 ->> 'agent')::integer, a.latest_version)
        JOIN agents.definition_version gv ON gv.tenant_id = s.tenant_id AND gv.definition_id = g.definition_id
         AND gv.version = coalesce((s.summary -> 'pins' -> $3 ->> 'context_graph')::integer, g.latest_version)
       WHERE s.tenant_id = $1 AND s.definition_id = $2 AND s.kind = 'service' AND NOT s.is_retired
         AND (s.summary ->> 'is_active')::boolean`,
    values: [tenantId, serviceId, versionSetName],
  });
  const row = rows[0];
  if (!row) return { missing: 'service' };
  if (!row.has_version_set) return { missing: 'version set' };
  return {
    ...storedVersions(row),
    serviceBody: { address: row.service_address, inlineJson: row.service_json },
    versions: {
      agentId: row.agent_id,
      agentVersionNumber: row.agent_version,
      contextGraphId: row.context_graph_id,
      contextGraphVersionNumber: row.context_graph_version,
    },
  };
}

/** One query. Undefined when either version does not exist; whether they are retired does not matter. */
export async function pinnedVersions(
  executor: Executor,
  tenantId: TenantId,
  versions: PinnedVersions,
): Promise<StoredVersions | undefined> {
  const { rows } = await executor.query<VersionsRow>({
    name: 'agents.get_definition',
    text: `
      SELECT ${bodies}
        FROM agents.definition_version av, agents.definition_version gv
       WHERE av.tenant_id = $1 AND av.definition_id = $2 AND av.version = $3 AND av.kind = 'agent'
         AND gv.tenant_id = $1 AND gv.definition_id = $4 AND gv.version = $5 AND gv.kind = 'context_graph'`,
    values: [
      tenantId,
      versions.agentId,
      versions.agentVersionNumber,
      versions.contextGraphId,
      versions.contextGraphVersionNumber,
    ],
  });
  return rows[0] && storedVersions(rows[0]);
}

function storedVersions(row: VersionsRow): StoredVersions {
  return {
    agentBody: { address: row.agent_address, inlineJson: row.agent_json },
    graphBody: { address: row.graph_address, inlineJson: row.graph_json },
  };
}
