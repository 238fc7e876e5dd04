import { UseGuards } from '@nestjs/common';
import { requireConditions } from '@svc/auth';
import {
  AdminVisibility,
  type GetUserContextsRequest,
  type GetUserContextsResponse,
  type GetUserVariablesRequest,
  type GetUserVariablesResponse,
  type ResolveUserIdsRequest,
  type ResolveUserIdsResponse,
  UserProfile,
} from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import { KeyReadersGuard, subjectKeyToProto } from '@svc/privacy';
import { RpcController } from '@svc/rpc/nest';
import { GetUserContexts, type UserContext } from '../application/get-user-contexts.js';
import { GetUserVariables } from '../application/get-user-variables.js';
import { ResolveUserIds } from '../application/resolve-user-ids.js';
import { userContextMethods } from './identity-methods.js';

/** What other contexts ask about users. */
@RpcController(userContextMethods)
export class UserContextController {
  constructor(
    private readonly contexts: GetUserContexts,
    private readonly variables: GetUserVariables,
    private readonly resolve: ResolveUserIds,
  ) {}

  @UseGuards(KeyReadersGuard)
  async getUserContexts({ users }: GetUserContextsRequest): Promise<GetUserContextsResponse> {
    const found = await this.contexts.execute(users);
    return {
      users: found.map((context) => ({
        profile: profileToProto(context),
        dataKey: subjectKeyToProto([context.subject, context.key]),
      })),
    };
  }

  @UseGuards(KeyReadersGuard)
  async getUserVariables({ user }: GetUserVariablesRequest): Promise<GetUserVariablesResponse> {
    return this.variables.execute(user ?? { orgId: '', userId: '' });
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

function profileToProto({ user: key, roleId, profile: user }: UserContext): UserProfile {
  return toProto(UserProfile, {
    ...user,
    key,
    roleId,
    displayName: `${user.firstName} ${user.lastName}`,
    variables: user.nonsensitiveVariables,
    homeOrgId: user.orgId === key.orgId ? null : user.orgId,
  });
}
