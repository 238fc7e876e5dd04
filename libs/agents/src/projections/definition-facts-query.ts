import { hash } from 'node:crypto';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { KindName, UsedBy } from '../kinds/definition-kind.js';

/** What references to a definition depend on. */
export interface DefinitionFacts {
  readonly kind: string;
  readonly name: string;
  readonly latestVersion: number;
  readonly isRetired: boolean;
}

/** Of those that exist, by their ids, whether they live or not. */
export async function definitionFacts(
  executor: Executor,
  tenantId: TenantId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DefinitionFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await executor.query<DefinitionFacts & { id: string }>({
    name: 'agents.definition_facts',
    text: `SELECT definition_id AS id, kind, name, latest_version AS "latestVersion", is_retired AS "isRetired"
             FROM agents.definition WHERE tenant_id = $1 AND definition_id = ANY($2::text[])`,
    values: [tenantId, [...new Set(ids)]],
  });
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

/** Whether a living definition of the kind uses this one. */
export async function isUsed(
  executor: Executor,
  tenantId: TenantId,
  { kind, condition }: UsedBy,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const values: unknown[] = [tenantId, kind];
  const text = condition.replace(/\$(id|name)\b/g, (_all, which: string) => {
    return `$${values.push(which === 'id' ? id : name)}::text`;
  });
  const { rows } = await executor.query<{ used: boolean }>({
    name: `agents.uses_${hash('sha256', condition).slice(0, 16)}`,
    text: `SELECT EXISTS (SELECT FROM agents.definition AS d
            WHERE d.tenant_id = $1 AND d.kind = $2 AND NOT d.is_retired AND ${text}) AS used`,
    values,
  });
  return rows[0]?.used ?? false;
}

/** A living definition by its name, for the installer. */
export async function definitionByName(
  executor: Executor,
  tenantId: TenantId,
  kind: KindName,
  name: string,
): Promise<{ readonly id: string; readonly latestVersion: number } | undefined> {
  const { rows } = await executor.query<{ id: string; latestVersion: number }>({
    name: 'agents.definition_by_name',
    text: `SELECT definition_id AS id, latest_version AS "latestVersion" FROM agents.definition
            WHERE tenant_id = $1 AND kind = $2 AND coalesce(parent_id, '') = '' AND held_name = $3`,
    values: [tenantId, kind, name],
  });
  return rows[0];
}

/** Those of these ids that are tools of a workspace: slugs of skills, and `<integration>__<endpoint>`. */
export async function knownTools(
  executor: Executor,
  tenantId: TenantId,
  toolIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (toolIds.length === 0) return new Set();
  const { rows } = await executor.query<{ id: string }>({
    name: 'agents.known_tools',
    text: `SELECT name AS id FROM agents.definition
            WHERE tenant_id = $1 AND kind = 'skill' AND held_name = ANY($2::text[])
           UNION ALL
           SELECT p.name || '__' || e.name FROM agents.definition AS e
             JOIN agents.definition AS p ON p.tenant_id = e.tenant_id AND p.definition_id = e.parent_id AND NOT p.is_retired
            WHERE e.tenant_id = $1 AND e.kind = 'endpoint' AND NOT e.is_retired
              AND p.name || '__' || e.name = ANY($2::text[])`,
    values: [tenantId, [...new Set(toolIds)]],
  });
  return new Set(rows.map(({ id }) => id));
}

export interface NamingGraph {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  /** Of living services. */
  readonly serviceIds: readonly string[];
}

/** The living graphs whose latest version names this tool, by name. */
export async function graphsNaming(
  executor: Executor,
  tenantId: TenantId,
  toolId: string,
): Promise<readonly NamingGraph[]> {
  const { rows } = await executor.query<NamingGraph>({
    name: 'agents.graphs_naming_a_tool',
    text: `SELECT g.definition_id AS id, g.name, g.latest_version AS version,
                  ARRAY(SELECT s.definition_id FROM agents.definition AS s
                         WHERE s.tenant_id = g.tenant_id AND s.kind = 'service' AND NOT s.is_retired
                           AND s.summary ->> 'context_graph_id' = g.definition_id) AS "serviceIds"
             FROM agents.definition AS g
            WHERE g.tenant_id = $1 AND g.kind = 'context_graph' AND NOT g.is_retired
              AND g.latest_summary -> 'tool_ids' ? $2
            ORDER BY g.name, g.definition_id`,
    values: [tenantId, toolId],
  });
  return rows;
}
