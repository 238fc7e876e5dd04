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
 * Events that can make a cached access wrong: of its user, role, key or membership, of the key's creator, and of what
 * users let administrators see. Creations change no cached access, except those of grants. A changed role is replaced.
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

/** Events that can make a cached workspace access wrong. */
const changingWorkspaces: ReadonlySet<string> = new Set([
  identityEvents.WorkspaceArchived.type,
  identityEvents.WorkspaceOwnerChanged.type,
  identityEvents.WorkspaceApiKeyRotated.type,
  identityEvents.WorkspaceApiKeyDeleted.type,
]);

/** Drops the cached accesses of an organization when identity reports a change. */
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
      if (orgId !== null && changing.has(eventType)) accesses.forget(orgId);
      const workspaceId = workspaceOf(tenantId);
      if (workspaceId !== null && changingWorkspaces.has(eventType))
        workspaceAccesses.forget({ workspaceId });
    },
  });
}
