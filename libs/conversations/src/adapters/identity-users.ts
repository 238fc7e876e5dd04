import { conditionsToProto } from '@svc/auth';
import {
  AdminVisibility,
  type IdentityServiceService,
  type UserContext,
  type UserProfile as UserProfileProto,
} from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { requireOrganization, type RpcClient } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';
import DataLoader from 'dataloader';
import type { UserProfile, Users } from '../ports/ports.js';

export type IdentityClient = Pick<
  RpcClient<typeof IdentityServiceService>,
  'getUserContexts' | 'getUserVariables' | 'resolveUserIds'
>;

interface UserKey {
  readonly orgId: string;
  readonly userId: string;
}

const maxAtOnce = 100;

/**
 * Users as the identity context knows them now: each turn asks again. Requests from one round of the event loop go as
 * one call, under the request id of the first. The response includes the users' keys, which saves each turn a call.
 */
export function identityUsers(identity: IdentityClient, keys: Pick<KeyRing, 'learn'>): Users {
  const profiles = new DataLoader<UserKey, UserProfileProto | undefined>(
    async (wanted) => {
      const { users } = await identity.getUserContexts({ users: [...wanted] });
      const found = new Map(users.map((user) => [idOf(user.profile?.key), profileOf(user, keys)]));
      return wanted.map((key) => found.get(idOf(key)));
    },
    { cache: false, maxBatchSize: maxAtOnce, batchScheduleFn: (send) => void setImmediate(send) },
  );
  return {
    profile: async (tenantId, userId) => {
      const found = await profiles.load({ orgId: requireOrganization({ tenantId }), userId });
      if (!found) throw new DomainError('not_found', 'There is no such user.');
      return toProfile(userId, found);
    },
    variables: async (tenantId, userId) =>
      identity.getUserVariables({ user: { orgId: requireOrganization({ tenantId }), userId } }),
    idsMeeting: async (tenantId, conditions) => {
      const { userIds } = await identity.resolveUserIds({
        orgId: requireOrganization({ tenantId }),
        conditions: conditionsToProto(conditions),
        visibility: AdminVisibility.ADMIN_VISIBILITY_CONVERSATIONS,
      });
      return userIds;
    },
  };
}

/** No id of an organization or user holds a slash. */
function idOf(key: UserKey | undefined): string {
  return key ? `${key.orgId}/${key.userId}` : '';
}

/** Undefined for a user whose key was destroyed: nothing of them can be stored. */
function profileOf(
  { profile, dataKey }: UserContext,
  keys: Pick<KeyRing, 'learn'>,
): UserProfileProto | undefined {
  if (!dataKey) throw new Error('An answer about a user holds nothing about their key');
  const key = subjectKeyFromProto(dataKey);
  keys.learn(dataKey.subject, key);
  return key === 'erased' ? undefined : profile;
}

function toProfile(userId: string, user: UserProfileProto): UserProfile {
  return {
    userId,
    homeOrgId: user.homeOrgId ?? null,
    displayName: user.displayName,
    preferredLanguage: user.preferredLanguage ?? null,
    timezone: user.timezone ?? null,
    additionalContext: user.additionalContext,
    roleId: user.roleId,
    isVisibleToAdmins: user.conversationsVisibleToAdmins,
  };
}
