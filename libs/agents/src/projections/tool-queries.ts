import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';

/** A stored body, inline or by its address. */
interface StoredBody {
  readonly bodyAddress: string;
  readonly bodyJson: string | null;
}

export interface StoredTool extends StoredBody {
  readonly id: string;
  readonly name: string;
}

/** One of many, whose bodies may be too much for one request. */
export interface StoredPart extends StoredTool {
  /** Whether its body finds room beside those before it; without it, `bodyJson` is null. */
  readonly isReadable: boolean;
}

export interface StoredEndpoint extends StoredPart {
  readonly integrationId: string;
}

export interface ToolVersionLabel {
  readonly id: string;
  readonly version: number;
  readonly label: string;
  readonly isRetired: boolean;
}

/** More are not listed. */
const maxIntegrations = 200;
const maxEndpoints = 2_000;
/** Of the bodies of all integrations that one request reads, and of all endpoints. */
const maxBodiesBytes = 16 * 1_024 * 1_024;

/** The columns of a body, in the order of names up to the bound. */
const bodyWithinBound = `body_address AS "bodyAddress",
                  CASE WHEN sum(body_size_bytes) OVER by_name <= ${maxBodiesBytes} THEN body_json END AS "bodyJson",
                  sum(body_size_bytes) OVER by_name <= ${maxBodiesBytes} AS "isReadable"`;
const byName = 'WINDOW by_name AS (ORDER BY name, definition_id)';

/** Living integrations of a workspace. @param names null: all, up to 200 by name */
export async function integrations(
  executor: Executor,
  tenantId: TenantId,
  names: readonly string[] | null,
): Promise<readonly StoredPart[]> {
  const { rows } = await executor.query<StoredPart>({
    name: 'agents.tool_integrations',
    text: `SELECT definition_id AS id, name, ${bodyWithinBound}
             FROM agents.definition
            WHERE tenant_id = $1 AND kind = 'integration' AND NOT is_retired
              AND ($2::text[] IS NULL OR name = ANY($2::text[]))
           ${byName} ORDER BY name, definition_id LIMIT ${maxIntegrations}`,
    values: [tenantId, names],
  });
  return rows;
}

/** Living endpoints of these integrations. @param names null: all, up to 2,000 by name */
export async function endpoints(
  executor: Executor,
  tenantId: TenantId,
  integrationIds: readonly string[],
  names: readonly string[] | null,
): Promise<readonly StoredEndpoint[]> {
  const { rows } = await executor.query<StoredEndpoint>({
    name: 'agents.tool_endpoints',
    text: `SELECT definition_id AS id, parent_id AS "integrationId", name, ${bodyWithinBound}
             FROM agents.definition
            WHERE tenant_id = $1 AND kind = 'endpoint' AND NOT is_retired AND parent_id = ANY($2::text[])
              AND ($3::text[] IS NULL OR name = ANY($3::text[]))
           ${byName} ORDER BY name, definition_id LIMIT ${maxEndpoints}`,
    values: [tenantId, integrationIds, names],
  });
  return rows;
}

/** Those of these names that are living skills. */
export async function skillNames(
  executor: Executor,
  tenantId: TenantId,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await executor.query<{ name: string }>({
    name: 'agents.tool_skills',
    text: `SELECT name FROM agents.definition
            WHERE tenant_id = $1 AND kind = 'skill' AND NOT is_retired AND name = ANY($2::text[])`,
    values: [tenantId, names],
  });
  return new Set(rows.map(({ name }) => name));
}

/** Tools of an organization by their ids, deprecated ones too: what pins a version of them runs on. */
export async function organizationTools(
  executor: Executor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly StoredTool[]> {
  const { rows } = await executor.query<StoredTool>({
    name: 'agents.organization_tools',
    text: `SELECT definition_id AS id, name, body_address AS "bodyAddress", body_json AS "bodyJson"
             FROM agents.definition WHERE tenant_id = $1 AND kind = 'tool' AND definition_id = ANY($2::text[])`,
    values: [tenantId, ids],
  });
  return rows;
}

/** All versions of these tools, the latest first. */
export async function toolVersions(
  executor: Executor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<readonly ToolVersionLabel[]> {
  const { rows } = await executor.query<ToolVersionLabel>({
    name: 'agents.tool_versions',
    text: `SELECT definition_id AS id, version, label, is_retired AS "isRetired"
             FROM agents.definition_version
            WHERE tenant_id = $1 AND kind = 'tool' AND definition_id = ANY($2::text[]) AND label IS NOT NULL
            ORDER BY version DESC`,
    values: [tenantId, ids],
  });
  return rows;
}
