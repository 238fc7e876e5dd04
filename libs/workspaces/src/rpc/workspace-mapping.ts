import type { Workspace } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { ListedWorkspace } from '../projections/workspaces-query.js';

export function workspaceMessage(workspace: ListedWorkspace): Complete<Workspace> {
  return {
    workspaceId: workspace.workspaceId,
    orgId: workspace.orgId,
    slug: workspace.slug,
    name: workspace.name,
    environment: workspace.environment,
    region: workspace.region,
    connectorType: workspace.connectorType ?? undefined,
    platformAuthoring: workspace.platformAuthoring,
    provisionedAtMs: workspace.provisionedAtMs ?? undefined,
    createdAtMs: workspace.createdAtMs,
    updatedAtMs: workspace.updatedAtMs,
  };
}
