import { requireConditions } from '@svc/auth';
import { AdminVisibility, type IdentityServiceService, type UserProfile } from '@svc/contracts/identity';
import type { Handlers } from '@svc/rpc';
import type { IdentityContext } from '../application/identity-context.js';
import { getUserProfiles } from '../application/get-user-profiles.js';
import { resolveUserIds } from '../application/resolve-user-ids.js';
import type { UserProfileRow } from '../projections/user-profiles-query.js';

type UserProfileHandlers = Pick<
  Handlers<typeof IdentityServiceService>,
  'getUserProfiles' | 'resolveUserIds'
>;

/** What other contexts ask about users. */
export function userProfileHandlers(identity: IdentityContext): UserProfileHandlers {
  return {
    async getUserProfiles({ users }) {
      return { users: (await getUserProfiles(identity, users)).map(toMessage) };
    },

    async resolveUserIds({ orgId, conditions, visibility }) {
      const isOfModel = visibility === AdminVisibility.ADMIN_VISIBILITY_USER_MODEL;
      const meaning = isOfModel ? 'user_model' : 'conversations';
      const userIds = await resolveUserIds(identity, orgId, requireConditions(conditions), meaning);
      return { userIds: [...userIds] };
    },
  };
}

function toMessage({ preferences, ...user }: UserProfileRow): UserProfile {
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
