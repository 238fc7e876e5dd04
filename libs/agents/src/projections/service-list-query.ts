import { toSqlScope } from '@svc/auth';
import type { ListedRow } from '@svc/event-store';
import { organizationOf } from '@svc/kernel';
import { hasTags, isEqual, isOneOf, page, type Statement } from '@svc/postgres';
import type { ServiceQuery } from './service-query.js';
import { serviceTable } from './service-table.js';
import { serviceTagTable } from './service-tag-table.js';
import { serviceVersionSetTable } from './service-version-set-table.js';

/** A service with its tags, sorted by key, and its version sets, sorted by name. */
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

/** One page with tags and version sets and, if there are more, the next service. */
export function servicePage(query: ServiceQuery): Statement {
  const { tenantId, grants, sortBy, limit, offset } = query;
  const places = { org_id: { constant: organizationOf(tenantId) }, service_id: { sql: 's.service_id' } };
  return page({
    name: 'agents.services',
    select: selection,
    from: 'agents.service AS s',
    where: [
      isEqual('s.tenant_id', tenantId),
      isOneOf('s.service_id', query.serviceIds),
      isEqual('s.is_active', query.isActive, 'boolean'),
      hasTags(query.tags, itsTags),
    ],
    scope: (first) => toSqlScope(grants, 'Service:GetService', places, first),
    sort: {
      by: sortBy,
      columns: { name: 's.name', is_active: 's.is_active' },
      then: ['s.created_at', 's.service_id'],
    },
    limit,
    offset,
  });
}

/** The rows of a query as one JSON list. */
function listOf(query: string): string {
  return `(SELECT coalesce(json_agg(row), '[]') FROM (${query}) AS row)`;
}
