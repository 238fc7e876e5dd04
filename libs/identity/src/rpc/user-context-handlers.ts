import { requireConditions } from '@svc/auth';
import { AdminVisibility, type IdentityServiceService, type UserContext } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { IdentityContext } from '../application/identity-context.js';
import { getUserContexts } from '../application/get-user-contexts.js';
import { resolveUserIds } from '../application/resolve-user-ids.js';
import type { UserContextRow } from '../projections/user-contexts-query.js';

type UserContextHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'getUserContexts' | 'resolveUserIds'
>;

/** What other contexts ask about users. */
export function userContextHandlers(identity: IdentityContext): UserContextHandlers {
  return {
    async getUserContexts({ users }) {
      return { users: (await getUserContexts(identity, users)).map(toMessage) };
    },

    async resolveUserIds({ orgId, conditions, visibility }) {
      const isOfModel = visibility === AdminVisibility.ADMIN_VISIBILITY_USER_MODEL;
      const meaning = isOfModel ? 'user_model' : 'conversations';
      const userIds = await resolveUserIds(identity, orgId, requireConditions(conditions), meaning);
      return { userIds: [...userIds] };
    },
  };
}

function toMessage({ preferences, ...user }: UserContextRow): UserContext {
  return {
    key: { orgId: user.org_id, userId: user.user_id },
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
}
