import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { VersionBody } from '../domain/version-body.js';

/** A version of a context graph. */
export interface GraphVersion {
  readonly contextGraphId: string;
  readonly version: number;
}

export interface StoredGraphVersion extends GraphVersion {
  readonly body: Pick<VersionBody, 'address' | 'inlineJson'>;
}

interface GraphVersionRow {
  readonly definition_id: string;
  readonly version: number;
  readonly body_address: string;
  readonly body_json: string | null;
}

/** Those that exist; whether they are retired does not matter. One query. */
export async function graphVersions(
  executor: Executor,
  tenantId: TenantId,
  wanted: readonly GraphVersion[],
): Promise<readonly StoredGraphVersion[]> {
  const { rows } = await executor.query<GraphVersionRow>({
    name: 'agents.graph_versions',
    text: `
      SELECT v.definition_id, v.version, v.body_address, v.body_json
        FROM agents.definition_version v
        JOIN unnest($2::text[], $3::integer[]) AS wanted (definition_id, version) USING (definition_id, version)
       WHERE v.tenant_id = $1 AND v.kind = 'context_graph'`,
    values: [
      tenantId,
      wanted.map(({ contextGraphId }) => contextGraphId),
      wanted.map(({ version }) => version),
    ],
  });
  return rows.map(
    ({ definition_id: contextGraphId, version, body_address: address, body_json: inlineJson }) => ({
      contextGraphId,
      version,
      body: { address, inlineJson },
    }),
  );
}
