import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { ContextGraphEvent } from '../domain/context-graph/context-graph.js';

type VersionCreated = Extract<ContextGraphEvent, { type: 'ContextGraphVersionCreated' }>['data'];
type ContextGraphVersionRow = VersionCreated & { readonly tenantId: TenantId };

/** Rows never change. */
export const contextGraphVersionTable = defineTable<ContextGraphVersionRow>()(
  'agents.context_graph_version',
  {
    key: {
      tenantId: unlisted(column((row) => row.tenantId)),
      contextGraphId: column((row) => row.contextGraphId),
      version: column((row) => row.version),
    },
    fixed: {
      versionId: column((row) => row.versionId),
      bodyAddress: column((row) => row.body.address),
      bodySizeBytes: column((row) => row.body.sizeBytes),
      bodyJson: column((row) => row.body.inlineJson),
      createdAtMs: instant((row) => row.createdAtMs),
    },
  },
);
