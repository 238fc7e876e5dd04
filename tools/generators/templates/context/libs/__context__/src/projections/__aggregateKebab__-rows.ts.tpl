import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { {{Aggregate}}Event, {{Aggregate}}State } from '../domain/{{aggregateKebab}}/{{aggregateKebab}}.js';
import { {{aggregate}}Table } from './{{aggregateKebab}}-table.js';

/** The unique key behind "the name of {{anAggregate}} is unique in the tenant". */
export const {{aggregate}}NameKey = '{{aggregateSnake}}_name_key';

/** The row follows from the state. */
export function {{aggregate}}Rows({
  tenantId,
  before,
  after,
}: AggregateChange<{{Aggregate}}State, {{Aggregate}}Event>): readonly SqlFragment[] {
  const rowOf = (state: {{Aggregate}}State) => state && { ...state, tenantId };
  return {{aggregate}}Table.sync(rowOf(before), rowOf(after));
}
