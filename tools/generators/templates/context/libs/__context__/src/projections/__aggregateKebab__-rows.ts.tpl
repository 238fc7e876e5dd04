import {
  column,
  defineTable,
  instant,
  unlisted,
  type AggregateChange,
  type SqlFragment,
} from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { {{Aggregate}}Event, {{Aggregate}}State } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';

/** The unique key behind "the name of {{anAggregate}} is unique in the tenant". */
export const {{aggregate}}NameKey = '{{aggregateSnake}}_name_key';

type {{Aggregate}}Row = NonNullable<{{Aggregate}}State> & { readonly tenantId: TenantId };

export const {{aggregate}}Table = defineTable<{{Aggregate}}Row>()('{{context}}.{{aggregateSnake}}', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    {{aggregate}}Id: column((row) => row.{{aggregate}}Id),
  },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name) },
});

/** The row follows from the state. */
export function {{aggregate}}Rows({
  tenantId,
  before,
  after,
}: AggregateChange<{{Aggregate}}State, {{Aggregate}}Event>): readonly SqlFragment[] {
  const rowOf = (state: {{Aggregate}}State) => state && { ...state, tenantId };
  return {{aggregate}}Table.sync(rowOf(before), rowOf(after));
}
