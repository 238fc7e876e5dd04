import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import type { ListedRow } from '@svc/event-store';
import { organizationOf } from '@svc/kernel';
import { hasAllTags, type Statement } from '@svc/postgres';
import type { ServiceQuery, ServiceSortKey } from './service-query.js';
import { serviceTable } from './service-table.js';
import { serviceTagTable } from './service-tag-table.js';
import { serviceVersionSetTable } from './service-version-set-table.js';

/** A service with what belongs to it: tags sorted by key, version sets by name. */
export interface ListedService extends ListedRow<typeof serviceTable> {
  readonly tags: readonly ListedRow<typeof serviceTagTable>[];
  readonly versionSets: readonly ListedRow<typeof serviceVersionSetTable>[];
}

const itsTags = `FROM agents.service_tag AS t WHERE t.tenant_id = s.tenant_id AND t.service_id = s.service_id`;
const itsVersionSets = `FROM agents.service_version_set AS v
     WHERE v.tenant_id = s.tenant_id AND v.service_id = s.service_id`;

const selection = [
  serviceTable.selection('s'),
  `${listOf(`SELECT ${serviceTagTable.selection('t')} ${itsTags} ORDER BY t.key`)} AS "tags"`,
  `${listOf(`SELECT ${serviceVersionSetTable.selection('v')} ${itsVersionSets} ORDER BY v.name`)} AS "versionSets"`,
].join(', ');

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
  const text = `SELECT ${selection} FROM agents.service AS s
     WHERE ${conditions.join(' AND ')}
     ORDER BY ${order} LIMIT ${value(query.limit + 1)} OFFSET ${value(query.offset)}`;
  // One name always carries the same text, and PostgreSQL keeps no more than 63 bytes of it.
  return { name: `agents.page_${hash('sha256', text).slice(0, 16)}`, text, values };
}

/** The rows of a query as one JSON list. */
function listOf(query: string): string {
  return `(SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row)`;
}

/** A field that is named again changes nothing, and would make one more statement. */
function orderBy(keys: readonly ServiceSortKey[]): readonly string[] {
  const first = new Map<ServiceSortKey['field'], ServiceSortKey>();
  for (const key of keys) if (!first.has(key.field)) first.set(key.field, key);
  return [...first.values()].map(
    ({ field, descending }) => `${sortColumns[field]} ${descending ? 'DESC' : 'ASC'}`,
  );
}
