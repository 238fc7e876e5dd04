import type { ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import { {{aggregate}}Table } from './{{aggregateKebab}}-table.js';

export type Listed{{Aggregate}} = ListedRow<typeof {{aggregate}}Table>;

const ofTenant = `SELECT ${ {{aggregate}}Table.selection('t') } FROM {{context}}.{{aggregateSnake}} AS t WHERE t.tenant_id = $1`;

export function select{{Aggregate}}(tenantId: TenantId, {{aggregate}}Id: string): Statement {
  return {
    name: '{{context}}.select_{{aggregateSnake}}',
    text: `${ofTenant} AND t.{{aggregateSnake}}_id = $2`,
    values: [tenantId, {{aggregate}}Id],
  };
}

/** One page in the order of creation and, when there is more, the one after it. */
export function {{aggregate}}Page(
  tenantId: TenantId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Statement {
  return {
    name: '{{context}}.{{aggregateSnake}}_page',
    text: `${ofTenant} ORDER BY t.created_at, t.{{aggregateSnake}}_id LIMIT $2 OFFSET $3`,
    values: [tenantId, limit + 1, offset],
  };
}
