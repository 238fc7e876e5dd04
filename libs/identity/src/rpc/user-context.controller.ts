import { UseGuards } from '@nestjs/common';
import { requireConditions } from '@svc/auth';
import {
  AdminVisibility,
  type GetUserContextsRequest,
  type GetUserContextsResponse,
  type ResolveUserIdsRequest,
  type ResolveUserIdsResponse,
  type UserProfile,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { RpcController } from '@svc/rpc/nest';
import { GetUserContexts } from '../application/get-user-contexts.js';
import { ResolveUserIds } from '../application/resolve-user-ids.js';
import type { UserProfileRow } from '../projections/user-contexts-query.js';
import { userContextMethods } from './identity-methods.js';
import { KeyReadersGuard } from './key-readers.guard.js';
import { subjectKeyToMessage } from './subject-key-message.js';

/** What other contexts ask about users. */
@RpcController(userContextMethods)
export class UserContextController {
  constructor(
    private readonly contexts: GetUserContexts,
    private readonly resolve: ResolveUserIds,
  ) {}

  @UseGuards(KeyReadersGuard)
  async getUserContexts({ users }: GetUserContextsRequest): Promise<GetUserContextsResponse> {
    const found = await this.contexts.execute(users);
    return {
      users: found.map(({ profile, subject, key }) => ({
        profile: profileToMessage(profile),
        dataKey: subjectKeyToMessage([subject, key]),
      })),
    };
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

function profileToMessage({ preferences, ...user }: UserProfileRow): Complete<UserProfile> {
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
