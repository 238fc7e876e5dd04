import type { SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { timestamp } from '@svc/postgres';
import type { ContextGraphEvent } from '../domain/context-graph/context-graph.js';

/** The unique key behind "the name of a context graph is unique in the tenant". */
export const contextGraphNameKey = 'context_graph_name_key';

/** What an event changes in `agents.context_graph` and `agents.context_graph_version`. */
export function contextGraphRows(tenantId: TenantId, event: ContextGraphEvent): readonly SqlFragment[] {
  switch (event.type) {
    case 'ContextGraphCreated': {
      const { contextGraphId, name, createdAtMs } = event.data;
      return [
        {
          name: 'context_graph_row',
          text: `INSERT INTO agents.context_graph (tenant_id, context_graph_id, name, latest_version, created_at)
                 VALUES ($1, $2, $3, 0, $4)`,
          values: [tenantId, contextGraphId, name, timestamp(createdAtMs)],
        },
      ];
    }
    case 'ContextGraphVersionCreated': {
      const { contextGraphId, version, versionId, body, createdAtMs } = event.data;
      const { sha256, sizeBytes, inlineJson } = body;
      return [
        {
          name: 'context_graph_version_row',
          text: `INSERT INTO agents.context_graph_version
                   (tenant_id, context_graph_id, version, version_id, body_sha256, body_size_bytes, body_json, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          values: [
            tenantId,
            contextGraphId,
            version,
            versionId,
            sha256,
            sizeBytes,
            inlineJson,
            timestamp(createdAtMs),
          ],
        },
        {
          name: 'context_graph_latest_version',
          text: `UPDATE agents.context_graph SET latest_version = $3
                  WHERE tenant_id = $1 AND context_graph_id = $2`,
          values: [tenantId, contextGraphId, version],
        },
      ];
    }
  }
}
