import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import type { ContextGraphEvent, ContextGraphState } from '../domain/context-graph/context-graph.js';
import { contextGraphTable } from './context-graph-table.js';
import { contextGraphVersionTable } from './context-graph-version-table.js';

/** The unique key of the rule that names of context graphs are unique in the tenant. */
export const contextGraphNameKey = 'context_graph_name_key';

/** All tables of `contextGraphRows`, in the same order. */
export const contextGraphTables: readonly Table[] = [contextGraphTable, contextGraphVersionTable];

/** The graph's row follows from its state, and each of its versions from an event. */
export function contextGraphRows({
  tenantId,
  before,
  after,
  events,
}: AggregateChange<ContextGraphState, ContextGraphEvent>): readonly SqlFragment[] {
  const rowOf = (state: ContextGraphState) => state && { ...state, tenantId };
  const versions = events.flatMap((event) =>
    event.type === 'ContextGraphVersionCreated' ? [{ ...event.data, tenantId }] : [],
  );
  return [
    ...contextGraphTable.sync(rowOf(before), rowOf(after)),
    ...contextGraphVersionTable.insertAll(versions),
  ];
}
