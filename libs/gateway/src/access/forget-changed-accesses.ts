import { identityEvents } from '@svc/contracts/public-events';
import { BackgroundTail, type BackgroundTailOptions, type Subscriber } from '@svc/event-bus';
import { organizationOf, workspaceOf } from '@svc/kernel';
import type { AccessCache } from './access-cache.js';
import type { WorkspaceAccessCache } from './workspace-access-cache.js';

export interface ChangedAccessesOptions extends Pick<BackgroundTailOptions, 'bus' | 'logger' | 'metrics'> {
  readonly accesses: Pick<AccessCache, 'forget'>;
  readonly workspaceAccesses: Pick<WorkspaceAccessCache, 'forget'>;
}

/**
 * What can make an answer about somebody's access untrue: of their user, role, key and membership, of whoever made that
 * key, and of what users let administrators see, whose latest change it names. What is created changes
 * no answer that is kept, but for grants; a role that changes is replaced.
 */
const changing: ReadonlySet<string> = new Set([
  identityEvents.UserProfileChanged.type,
  identityEvents.UserPreferencesChanged.type,
  identityEvents.UserRoleAssigned.type,
  identityEvents.UserDeleted.type,
  identityEvents.RoleReplaced.type,
  identityEvents.TemporaryPermissionGrantCreated.type,
  identityEvents.MembershipDeleted.type,
  identityEvents.ApiKeyRoleAssigned.type,
  identityEvents.ApiKeyDeleted.type,
]);

/** What can make an answer about who may do something in a workspace untrue. */
const changingWorkspaces: ReadonlySet<string> = new Set([
  identityEvents.WorkspaceArchived.type,
  identityEvents.WorkspaceOwnerChanged.type,
  identityEvents.WorkspaceApiKeyRotated.type,
  identityEvents.WorkspaceApiKeyDeleted.type,
]);

/** Has the accesses of an organization asked for again once identity says that some have changed, whoever changed them. */
export function forgetChangedAccesses({
  accesses,
  workspaceAccesses,
  ...followed
}: ChangedAccessesOptions): Subscriber {
  return new BackgroundTail({
    ...followed,
    subscriber: 'gateway.accesses',
    sources: [identityEvents.UserDeleted.source],
    take: ({ eventType, tenantId }) => {
      const orgId = organizationOf(tenantId);
      if (orgId !== null && changing.has(eventType)) {
        accesses.forget(orgId);
        workspaceAccesses.forget({ orgId });
      }
      const workspaceId = workspaceOf(tenantId);
      if (workspaceId !== null && changingWorkspaces.has(eventType))
        workspaceAccesses.forget({ workspaceId });
    },
  });
}
