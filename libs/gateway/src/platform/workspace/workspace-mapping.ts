import type { Workspace as WorkspaceProto } from '@svc/contracts/identity';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { Workspace } from './workspace-schemas.js';

/** @param message always present, though its type can't say so */
export function fromWorkspace(message: WorkspaceProto | undefined) {
  if (!message) throw new TypeError('identity answered no workspace');
  const { workspaceId, orgId, ...workspace } = message;
  return shown(Workspace, { ...sameNames(workspace), id: workspaceId, backend_org_id: orgId });
}
