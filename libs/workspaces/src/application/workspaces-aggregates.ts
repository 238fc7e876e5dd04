import type { FoldedAggregate, RebuiltAggregate } from '@svc/event-store';
import { workspaceApiKeyAggregate } from './workspace-api-keys.js';
import { workspaceAggregate } from './workspaces.js';

/** The aggregates of workspaces, for what reads the whole log. */
export const workspacesAggregates: readonly (FoldedAggregate & RebuiltAggregate)[] = [
  workspaceAggregate,
  workspaceApiKeyAggregate,
];
