import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import { hasAllTags, type Statement } from '@svc/postgres';
import type { ServiceQuery, ServiceSortKey } from './service-query.js';

export interface ListedService {
  readonly serviceId: string;
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  readonly agentId: string;
  readonly contextGraphId: string;
  readonly keyterms: readonly string[];
  readonly creatorOrgId: string;
  readonly creatorUserId: string;
  readonly updatedByOrgId: string;
  readonly updatedByUserId: string;
  /** Sorted by key. */
  readonly tags: readonly { readonly key: string; readonly value: string | null }[];
  /** Sorted by name; each as JSON of the message svc.agents.v1.VersionSet. */
  readonly versionSets: readonly { readonly name: string; readonly json: string }[];
}

const itsTags = `FROM agents.service_tag AS t WHERE t.tenant_id = s.tenant_id AND t.service_id = s.service_id`;

const columns = {
  serviceId: 's.service_id',
  name: 's.name',
  description: 's.description',
  isActive: 's.is_active',
  agentId: 's.agent_id',
  contextGraphId: 's.context_graph_id',
  keyterms: 's.keyterms',
  creatorOrgId: 's.creator_org_id',
  creatorUserId: 's.creator_user_id',
  updatedByOrgId: 's.updated_by_org_id',
  updatedByUserId: 's.updated_by_user_id',
  tags: `(SELECT coalesce(json_agg(json_build_object('key', t.key, 'value', t.value) ORDER BY t.key), '[]') ${itsTags})`,
  versionSets: `(SELECT coalesce(json_agg(json_build_object('name', v.name, 'json', v.version_set) ORDER BY v.name), '[]')
     FROM agents.service_version_set AS v WHERE v.tenant_id = s.tenant_id AND v.service_id = s.service_id)`,
} as const satisfies Record<keyof ListedService, string>;
const selection = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);

const sortColumns = { name: 's.name', is_active: 's.is_active' } as const satisfies Record<
  ServiceSortKey['field'],
  string
>;

/** One page with tags and version sets and, when there is more, the service after it. */
export function servicePage(query: ServiceQuery): Statement {
  const { tenantId, serviceIds, isActive, tags } = query;
  const values: unknown[] = [tenantId];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ['s.tenant_id = $1'];
  if (serviceIds.length > 0) conditions.push(`s.service_id = ANY(${value(serviceIds)}::text[])`);
  if (isActive !== null) conditions.push(`s.is_active = ${value(isActive)}::boolean`);
  if (tags.length > 0) conditions.push(hasAllTags(tags, itsTags, value));

  const scope = toSqlScope(
    query.grants,
    'Service:GetService',
    { org_id: { constant: organizationOf(tenantId) }, service_id: { sql: 's.service_id' } },
    values.length + 1,
  );
  values.push(...scope.values);
  conditions.push(scope.text);
  const order = [...orderBy(query.sortBy), 's.created_at', 's.service_id'].join(', ');
  const text = `SELECT ${selection.join(', ')} FROM agents.service AS s
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `agents.page_${hash('sha256', text).slice(0, 16)}`, text, values };
}

/** A field that is named again changes nothing, and would make one more statement. */
function orderBy(keys: readonly ServiceSortKey[]): readonly string[] {
  const first = new Map<ServiceSortKey['field'], ServiceSortKey>();
  for (const key of keys) if (!first.has(key.field)) first.set(key.field, key);
  return [...first.values()].map(
    ({ field, descending }) => `${sortColumns[field]} ${descending ? 'DESC' : 'ASC'}`,
  );
}
