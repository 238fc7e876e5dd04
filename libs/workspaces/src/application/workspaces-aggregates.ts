import type { FoldedAggregate, RebuiltAggregate } from '@svc/event-store';
import { workspaceApiKeyAggregate } from './workspace-api-keys.js';
import { workspaceAggregate } from './workspaces.js';

/** The aggregates of workspaces, as what goes through the log sees them. */
export const workspacesAggregates: readonly (FoldedAggregate & RebuiltAggregate)[] = [
  workspaceAggregate,
  workspaceApiKeyAggregate,
];
