import type { IdentityServiceService } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import { requireOrganization, type RpcClient } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';
import type { Users } from '../ports/ports.js';

export type IdentityClient = Pick<RpcClient<typeof IdentityServiceService>, 'getUserContexts'>;

/** Users as the identity context knows them now. The response includes their keys, which saves a call on reading. */
export function identityUsers(identity: IdentityClient, keys: Pick<KeyRing, 'learn'>): Users {
  return {
    async profile(tenantId, userId) {
      // A malformed id counts as unknown.
      if (!isStorableText(userId)) throw userNotFound();
      const orgId = requireOrganization({ tenantId });
      const { users } = await identity.getUserContexts({ users: [{ orgId, userId }] });
      const { profile, dataKey } = users[0] ?? {};
      if (!profile) throw userNotFound();
      if (!dataKey) throw new Error('An answer about a user holds nothing about their key');
      if (keys.learn(dataKey.subject, subjectKeyFromProto(dataKey)) === 'erased') throw userNotFound();
      return {
        roleId: profile.roleId,
        areConversationsVisibleToAdmins: profile.conversationsVisibleToAdmins,
        isUserModelVisibleToAdmins: profile.userModelVisibleToAdmins,
        // Notes of the home organization: another organization must not see them.
        additionalContext: profile.homeOrgId === undefined ? profile.additionalContext : [],
      };
    },
  };
}

function userNotFound(): DomainError {
  return new DomainError('not_found', 'There is no such user.');
}
