import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ContextGraphState } from '../domain/context-graph/context-graph.js';

type ContextGraphRow = NonNullable<ContextGraphState> & { readonly tenantId: TenantId };

export const contextGraphTable = defineTable<ContextGraphRow>()('agents.context_graph', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    contextGraphId: column((row) => row.contextGraphId),
  },
  fixed: { createdAtMs: instant((row) => row.createdAtMs) },
  columns: { name: column((row) => row.name), latestVersion: column((row) => row.latestVersion) },
});
