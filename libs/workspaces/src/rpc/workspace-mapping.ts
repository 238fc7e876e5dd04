import { Workspace } from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import type { ListedWorkspace } from '../projections/workspaces-query.js';

export function workspaceMessage(workspace: ListedWorkspace): Workspace {
  return toProto(Workspace, workspace);
}
