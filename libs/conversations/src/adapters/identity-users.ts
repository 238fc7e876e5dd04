import { conditionsToMessage } from '@svc/auth';
import { AdminVisibility, type IdentityServiceService } from '@svc/contracts/identity';
import type { RpcClient } from '@svc/rpc';
import type { Users } from '../application/ports.js';
import { organizationOf } from '../domain/organization.js';

export type IdentityClient = Pick<
  RpcClient<typeof IdentityServiceService>,
  'getUserContext' | 'resolveUserIds'
>;

/** Users as the identity context knows them at this moment. */
export function identityUsers(identity: IdentityClient): Users {
  return {
    profile: async (tenantId, userId) => {
      const found = await identity.getUserContext({ orgId: organizationOf(tenantId), userId });
      return {
        userId,
        displayName: found.displayName,
        preferredLanguage: found.preferredLanguage ?? null,
        additionalContext: found.additionalContext,
        roleId: found.roleId,
        isVisibleToAdmins: found.conversationsVisibleToAdmins,
      };
    },
    idsMeeting: async (tenantId, conditions) => {
      const { userIds } = await identity.resolveUserIds({
        orgId: organizationOf(tenantId),
        conditions: conditionsToMessage(conditions),
        visibility: AdminVisibility.ADMIN_VISIBILITY_CONVERSATIONS,
      });
      return userIds;
    },
  };
}
