import { hash } from 'node:crypto';
import { toSqlScope } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import type { ServiceQuery } from './service-query.js';

type Visible = Pick<ServiceQuery, 'tenantId' | 'grants'>;

/** One response holds them all; with more tags, clients filter by those that they know. */
const maxTagValues = 500;

export interface ServiceTagValue {
  readonly key: string;
  readonly value: string | null;
}

/** The distinct tags of all services that the caller may see: the first 500 by key, then value. */
export function serviceTagValues({ tenantId, grants }: Visible): Statement {
  const scope = toSqlScope(
    grants,
    'Service:GetService',
    { org_id: { constant: organizationOf(tenantId) }, service_id: { sql: 't.service_id' } },
    2,
  );
  const text = `SELECT DISTINCT t.key, t.value FROM agents.service_tag AS t
     WHERE t.tenant_id = $1 AND ${scope.text}
     ORDER BY t.key, t.value NULLS FIRST LIMIT ${maxTagValues}`;
  return {
    name: `agents.tags_${hash('sha256', text).slice(0, 16)}`,
    text,
    values: [tenantId, ...scope.values],
  };
}
