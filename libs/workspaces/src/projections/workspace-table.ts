import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { ExistingWorkspace } from '../domain/workspace/workspace.js';

/** With archived ones: their slugs stay taken. */
export const workspaceTable = defineTable<ExistingWorkspace>()('identity.workspace', {
  owner: { tenant: 'workspace_id', tenantPrefix: 'ws:', id: 'workspace_id' },
  key: { workspaceId: column((row) => row.workspaceId) },
  fixed: {
    orgId: column((row) => row.orgId),
    slug: column((row) => row.slug),
    region: column((row) => row.region),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    ownerUserId: unlisted(column((row) => row.ownerUserId)),
    name: column((row) => row.name),
    environment: column((row) => row.environment),
    connectorType: column((row) => row.connectorType),
    platformAuthoring: column((row) => row.platformAuthoring),
    testCallerNumbers: unlisted(column((row) => row.testCallerNumbers)),
    testCredentialIds: unlisted(column((row) => row.testCredentialIds)),
    provisionedAtMs: instant((row) => row.provisionedAtMs),
    archivedAtMs: unlisted(instant((row) => row.archivedAtMs)),
    updatedAtMs: instant((row) => row.updatedAtMs),
  },
});
