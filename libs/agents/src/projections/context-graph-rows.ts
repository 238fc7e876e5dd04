import {
  column,
  defineTable,
  instant,
  unlisted,
  type AggregateChange,
  type SqlFragment,
  type Table,
} from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ContextGraphEvent, ContextGraphState } from '../domain/context-graph/context-graph.js';

/** The unique key behind "the name of a context graph is unique in the tenant". */
export const contextGraphNameKey = 'context_graph_name_key';

type ContextGraphRow = NonNullable<ContextGraphState> & { readonly tenantId: TenantId };
type VersionCreated = Extract<ContextGraphEvent, { type: 'ContextGraphVersionCreated' }>['data'];
type ContextGraphVersionRow = VersionCreated & { readonly tenantId: TenantId };

const contextGraphTable = defineTable<ContextGraphRow>()('agents.context_graph', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    contextGraphId: column((row) => row.contextGraphId),
  },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name), latestVersion: column((row) => row.latestVersion) },
});

const contextGraphVersionTable = defineTable<ContextGraphVersionRow>()('agents.context_graph_version', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    contextGraphId: column((row) => row.contextGraphId),
    version: column((row) => row.version),
  },
  fixed: {
    versionId: column((row) => row.versionId),
    bodySha256: column((row) => row.body.sha256),
    bodySizeBytes: column((row) => row.body.sizeBytes),
    bodyJson: column((row) => row.body.inlineJson),
    createdAtMs: instant((row) => row.createdAtMs),
  },
});

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
