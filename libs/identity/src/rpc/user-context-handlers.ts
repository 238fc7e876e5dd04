import { requireConditions } from '@svc/auth';
import { AdminVisibility, type IdentityServiceService } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { IdentityContext } from '../application/identity-context.js';
import { getUserContext } from '../application/get-user-context.js';
import { resolveUserIds } from '../application/resolve-user-ids.js';

type UserContextHandlers = Pick<Handlers<typeof IdentityServiceService>, 'getUserContext' | 'resolveUserIds'>;

/** What other contexts ask about users. */
export function userContextHandlers(identity: IdentityContext): UserContextHandlers {
  return {
    async getUserContext({ orgId, userId }) {
      const { preferences, ...user } = await getUserContext(identity, orgId, userId);
      return {
        userId: user.user_id,
        displayName: `${user.first_name} ${user.last_name}`,
        firstName: user.first_name,
        preferredLanguage: preferences.preferredLanguage,
        timezone: preferences.timezone,
        additionalContext: [...user.additional_context],
        variables: { ...user.nonsensitive_variables },
        roleId: user.role_id,
        conversationsVisibleToAdmins: preferences.conversationsVisibleToAdmins,
        userModelVisibleToAdmins: preferences.userModelVisibleToAdmins,
      };
    },

    async resolveUserIds({ orgId, conditions, visibility }) {
      const isOfModel = visibility === AdminVisibility.ADMIN_VISIBILITY_USER_MODEL;
      const meaning = isOfModel ? 'user_model' : 'conversations';
      const userIds = await resolveUserIds(identity, orgId, requireConditions(conditions), meaning);
      return { userIds: [...userIds] };
    },
  };
}
