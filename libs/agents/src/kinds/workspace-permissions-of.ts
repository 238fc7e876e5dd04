import type { WorkspacePermission } from '@svc/auth';
import type { Permissions } from './definition-kind.js';

type Resource = 'Agent' | 'ContextGraph' | 'Service' | 'Skill' | 'Integration';

/** The permissions of a resource in workspaces. The first version counts as part of the creation. */
export function workspacePermissionsOf(resource: Resource): Permissions<WorkspacePermission> {
  return {
    view: `${resource}.view`,
    create: `${resource}.create`,
    update: `${resource}.update`,
    retire: `${resource}.delete`,
    firstVersion: `${resource}.create`,
    nextVersion: `${resource}.update`,
  };
}
