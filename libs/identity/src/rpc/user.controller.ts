import type { TextChange as TextChangeProto } from '@svc/contracts/common';
import {
  type ChangeUserVariablesRequest,
  type ChangeUserVariablesResponse,
  type CreateUserRequest,
  type CreateUserResponse,
  type DeleteUserRequest,
  type DeleteUserResponse,
  type ListUsersRequest,
  type ListUsersResponse,
  type UpdateUserRequest,
  type UpdateUserResponse,
  User,
  UserPreferences,
} from '@svc/contracts/identity';
import { FieldChecks, pageOf, sortKeysOf } from '@svc/errors';
import { fromProto, toProto } from '@svc/kernel';
import { requestContextOf, type RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeUserVariables } from '../application/change-user-variables.js';
import { CreateUser } from '../application/create-user.js';
import { DeleteUser } from '../application/delete-user.js';
import { ListUsers } from '../application/list-users.js';
import { UpdateUser } from '../application/update-user.js';
import type { TextChange } from '../domain/user/user-command.js';
import type { UserStatistics } from '../projections/user-statistics.js';
import type { UserRow } from '../projections/user-table.js';
import { userSortFields } from '../projections/users-query.js';
import { userMethods } from './identity-methods.js';

const pageLimits = { minimum: 0, maximum: 100 };
const maxSearchCharacters = 200;

@RpcController(userMethods)
export class UserController {
  constructor(
    private readonly create: CreateUser,
    private readonly list: ListUsers,
    private readonly update: UpdateUser,
    private readonly remove: DeleteUser,
    private readonly variables: ChangeUserVariables,
  ) {}

  async createUser({ caller, ...request }: CreateUserRequest, call: RpcCall): Promise<CreateUserResponse> {
    const preferences = request.preferences ? fromProto(UserPreferences, request.preferences) : null;
    return { userId: await this.create.execute(requestContextOf(caller, call), { ...request, preferences }) };
  }

  async listUsers(
    { caller, userIds, emails, search, page, sortBy }: ListUsersRequest,
    call: RpcCall,
  ): Promise<ListUsersResponse> {
    const checks = new FieldChecks();
    const { limit, offset } = pageOf(page, pageLimits, checks);
    const order = sortKeysOf(sortBy, userSortFields, checks);
    if (search !== undefined) checks.text(['query', 'query'], search, maxSearchCharacters);
    checks.verify();
    const request = { userIds, emails, search: search ?? null, sortBy: order, limit, offset };
    const { users, hasMore } = await this.list.execute(requestContextOf(caller, call), request);
    return {
      users: users.map(userMessage),
      page: { hasMore, nextOffset: hasMore ? offset + limit : undefined },
    };
  }

  async updateUser({ caller, ...change }: UpdateUserRequest, call: RpcCall): Promise<UpdateUserResponse> {
    await this.update.execute(requestContextOf(caller, call), {
      ...change,
      firstName: change.firstName ?? null,
      lastName: change.lastName ?? null,
      enableResponseRecommendation: change.enableResponseRecommendation ?? null,
      conversationsVisibleToAdmins: change.conversationsVisibleToAdmins ?? null,
      userModelVisibleToAdmins: change.userModelVisibleToAdmins ?? null,
      preferredLanguage: textChangeOf(change.preferredLanguage),
      timezone: textChangeOf(change.timezone),
      audioKeyterms: change.audioKeyterms?.values ?? null,
    });
    return {};
  }

  async changeUserVariables(
    { caller, ...change }: ChangeUserVariablesRequest,
    call: RpcCall,
  ): Promise<ChangeUserVariablesResponse> {
    await this.variables.execute(requestContextOf(caller, call), change);
    return {};
  }

  async deleteUser({ caller, userId }: DeleteUserRequest, call: RpcCall): Promise<DeleteUserResponse> {
    await this.remove.execute(requestContextOf(caller, call), { userId });
    return {};
  }
}

function textChangeOf(message: TextChangeProto | undefined): TextChange | null {
  return message ? { value: message.value ?? null } : null;
}

function userMessage({
  numConversations,
  numMessages,
  lastMessageAtMs,
  ...user
}: UserRow & UserStatistics): User {
  return toProto(User, {
    ...user,
    preferences: user,
    statistics: { numConversations, numMessages, lastMessageAtMs },
  });
}
