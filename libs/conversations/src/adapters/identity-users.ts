import { conditionsToMessage } from '@svc/auth';
import {
  AdminVisibility,
  type IdentityServiceService,
  type UserProfile as UserProfileMessage,
} from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import DataLoader from 'dataloader';
import type { UserProfile, Users } from '../application/ports.js';

export type IdentityClient = Pick<
  RpcClient<typeof IdentityServiceService>,
  'getUserProfiles' | 'resolveUserIds'
>;

interface UserKey {
  readonly orgId: string;
  readonly userId: string;
}

const mostAtOnce = 100;

/**
 * Users as the identity context knows them at this moment: each turn asks anew. What turns ask for in the same round of
 * the event loop goes as one call, under the request id of the first.
 */
export function identityUsers(identity: IdentityClient): Users {
  const profiles = new DataLoader<UserKey, UserProfileMessage | undefined>(
    async (keys) => {
      const { users } = await identity.getUserProfiles({ users: [...keys] });
      const found = new Map(users.map((user) => [idOf(user.key), user]));
      return keys.map((key) => found.get(idOf(key)));
    },
    { cache: false, maxBatchSize: mostAtOnce, batchScheduleFn: (send) => void setImmediate(send) },
  );
  return {
    profile: async (tenantId, userId) => {
      const found = await profiles.load({ orgId: requireOrganization(tenantId), userId });
      if (!found) throw new DomainError('not_found', 'There is no such user.');
      return toProfile(userId, found);
    },
    idsMeeting: async (tenantId, conditions) => {
      const { userIds } = await identity.resolveUserIds({
        orgId: requireOrganization(tenantId),
        conditions: conditionsToMessage(conditions),
        visibility: AdminVisibility.ADMIN_VISIBILITY_CONVERSATIONS,
      });
      return userIds;
    },
  };
}

/** Identity knows users of organizations. */
function requireOrganization(tenantId: TenantId): string {
  const orgId = organizationOf(tenantId);
  if (orgId !== null) return orgId;
  throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
}

/** No id of an organization or user holds a slash. */
function idOf(key: UserKey | undefined): string {
  return key ? `${key.orgId}/${key.userId}` : '';
}

function toProfile(userId: string, user: UserProfileMessage): UserProfile {
  return {
    userId,
    displayName: user.displayName,
    preferredLanguage: user.preferredLanguage ?? null,
    additionalContext: user.additionalContext,
    roleId: user.roleId,
    isVisibleToAdmins: user.conversationsVisibleToAdmins,
  };
}
