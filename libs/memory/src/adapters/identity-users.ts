import type { IdentityServiceService } from '@svc/contracts/identity';
import { DomainError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import { requireOrganization, type RpcClient } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { subjectKeyFromProto } from '@svc/service-host';
import type { Users } from '../ports/ports.js';

export type IdentityClient = Pick<RpcClient<typeof IdentityServiceService>, 'getUserContexts'>;

/** Users as the identity context knows them at this moment. Their keys come along, so that reading asks for none. */
export function identityUsers(identity: IdentityClient, keys: Pick<KeyRing, 'learn'>): Users {
  return {
    async profile(tenantId, userId) {
      // An odd id is unknown, never malformed.
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
        // Noted at home, by an organization that this one may know nothing of.
        additionalContext: profile.homeOrgId === undefined ? profile.additionalContext : [],
      };
    },
  };
}

function userNotFound(): DomainError {
  return new DomainError('not_found', 'There is no such user.');
}
