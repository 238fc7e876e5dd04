import { requireConditions } from '@svc/auth';
import {
  AdminVisibility,
  type GetUserProfilesRequest,
  type GetUserProfilesResponse,
  type ResolveUserIdsRequest,
  type ResolveUserIdsResponse,
  type UserProfile,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { RpcController } from '@svc/rpc/nest';
import { GetUserProfiles } from '../application/get-user-profiles.js';
import { ResolveUserIds } from '../application/resolve-user-ids.js';
import type { UserProfileRow } from '../projections/user-profiles-query.js';
import { userProfileMethods } from './identity-methods.js';

/** What other contexts ask about users. */
@RpcController(userProfileMethods)
export class UserProfileController {
  constructor(
    private readonly profiles: GetUserProfiles,
    private readonly resolve: ResolveUserIds,
  ) {}

  async getUserProfiles({ users }: GetUserProfilesRequest): Promise<GetUserProfilesResponse> {
    return { users: (await this.profiles.execute(users)).map(toMessage) };
  }

  async resolveUserIds({
    orgId,
    conditions,
    visibility,
  }: ResolveUserIdsRequest): Promise<ResolveUserIdsResponse> {
    const isOfModel = visibility === AdminVisibility.ADMIN_VISIBILITY_USER_MODEL;
    const userIds = await this.resolve.execute({
      orgId,
      conditions: requireConditions(conditions),
      visibility: isOfModel ? 'user_model' : 'conversations',
    });
    return { userIds: [...userIds] };
  }
}

function toMessage({ preferences, ...user }: UserProfileRow): Complete<UserProfile> {
  return {
    key: { orgId: user.org_id, userId: user.user_id },
    displayName: `${user.first_name} ${user.last_name}`,
    firstName: user.first_name,
    preferredLanguage: preferences.preferredLanguage ?? undefined,
    timezone: preferences.timezone ?? undefined,
    additionalContext: [...user.additional_context],
    variables: { ...user.nonsensitive_variables },
    roleId: user.role_id,
    conversationsVisibleToAdmins: preferences.conversationsVisibleToAdmins,
    userModelVisibleToAdmins: preferences.userModelVisibleToAdmins,
  };
}
