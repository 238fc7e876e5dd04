import { Controller, Inject } from '@nestjs/common';
import { AccessCache } from '../../access/access-cache.js';
import { defineRoute, forCallers, forEverybody, type RouteInput, Serves } from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { textBody } from '../../wire/sizes.js';
import { fromFoundUser, fromUser } from './user-mapping.js';
import { toCreateUser, toUpdateUser } from './user-requests.js';
import {
  ChangeUserVariables,
  CreateUser,
  CreatedUser,
  FoundUsers,
  ListUsers,
  SearchUsers,
  SignInHeaders,
  SignedIn,
  UpdateUser,
  UserList,
} from './user-schemas.js';

const signInWithApiKey = defineRoute({
  operationId: 'sign-in-with-api-key',
  method: 'POST',
  path: '/v1/:org/user/signin_with_api_key',
  summary: 'Answers a token for a user, for an API key in the headers.',
  access: forEverybody(),
  request: { headers: SignInHeaders },
  answer: { status: 200, content: 'json', schema: SignedIn },
  errors: ['unauthenticated', 'organization_not_found'],
  perMinute: 5,
  countedBy: ['x-api-key', 'x-api-key-id', 'x-user-id'],
  example: { headers: { 'x-api-key': 'svc_abc', 'x-api-key-id': 'a-key-id', 'x-user-id': 'a1b2c3' } },
});

const createUser = defineRoute({
  operationId: 'create-invited-user',
  method: 'POST',
  path: '/v1/:org/user/',
  summary: 'Creates a user, who can be signed in at once.',
  access: forCallers({ requires: ['User:InviteUser'] }),
  request: { body: { media: 'json', schema: CreateUser, maxBytes: textBody } },
  answer: { status: 201, content: 'json', schema: CreatedUser },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 50,
  example: {
    body: { first_name: 'Ada', last_name: 'L', email: 'ada@example.com', role_name: 'DefaultUserRole' },
  },
});

const listUsers = defineRoute({
  operationId: 'get-users',
  method: 'GET',
  path: '/v1/:org/user/',
  summary: 'Lists the users that the caller may see, with what they said in numbers.',
  access: forCallers({ asks: ['User:GetUserInfo'] }),
  request: { query: ListUsers },
  answer: { status: 200, content: 'json', schema: UserList },
  errors: [],
  perMinute: 60,
});

const searchUsers = defineRoute({
  operationId: 'search-users',
  method: 'GET',
  path: '/v1/:org/user/search/',
  summary: 'Finds users that the caller may see by a part of their name or e-mail address: at most 100.',
  access: forCallers({ asks: ['User:GetUserInfo'] }),
  request: { query: SearchUsers },
  answer: { status: 200, content: 'json', schema: FoundUsers },
  errors: [],
  perMinute: 50,
  example: { query: { query: 'ada' } },
});

// User ids have no pattern: a malformed one is unknown, 404, never 422.

const updateUser = defineRoute({
  operationId: 'update-user-info',
  method: 'POST',
  path: '/v1/:org/user/:user_id',
  summary: 'Changes a user; additional context is appended to what is there.',
  access: forCallers({ requires: ['User:UpdateUserInfo'] }),
  request: { body: { media: 'json', schema: UpdateUser, maxBytes: textBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 50,
  example: { body: { first_name: 'Eve' } },
});

const changeUserVariables = defineRoute({
  operationId: 'modify-user-variables',
  method: 'POST',
  path: '/v1/:org/user/:user_id/variable',
  summary: 'Changes variables of a user, all or none. Values of secret ones are never shown.',
  access: forCallers({ requires: ['User:UpdateUserInfo'] }),
  request: { body: { media: 'json', schema: ChangeUserVariables, maxBytes: textBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 50,
  example: { body: { upserts: [{ name: 'plan', value: 'gold', is_secret: false }] } },
});

const deleteUser = defineRoute({
  operationId: 'delete-user',
  method: 'DELETE',
  path: '/v1/:org/user/:user_id',
  summary:
    'Deletes a user, whose tokens stop working within seconds, or ends a membership; not the last super administrator.',
  access: forCallers({ requires: ['User:DeleteUser'] }),
  request: {},
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 500,
});

@Controller()
export class UserController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: AccessCache,
  ) {}

  @Serves(signInWithApiKey)
  async signIn({ params, headers }: RouteInput<typeof signInWithApiKey>) {
    const signedIn = await this.identity.signInWithApiKey({
      orgId: params.org,
      apiKeyId: headers['x-api-key-id'],
      apiKey: headers['x-api-key'],
      userId: headers['x-user-id'],
    });
    return shown(SignedIn, sameNames(signedIn));
  }

  @Serves(createUser)
  async create({ caller, body }: RouteInput<typeof createUser>) {
    const { userId } = await this.identity.createUser({ ...toCreateUser(body), caller });
    // No verification step: an API key can sign in as the new user at once.
    return { user_id: userId, verify_link: null };
  }

  @Serves(listUsers)
  async list({ caller, query }: RouteInput<typeof listUsers>) {
    const { users, page } = await this.identity.listUsers({
      caller,
      userIds: query.user_id,
      emails: query.email,
      search: undefined,
      page: toPage(query),
      sortBy: query.sort_by,
    });
    return { users: users.map(fromUser), ...fromPageInfo(page, query) };
  }

  @Serves(searchUsers)
  async search({ caller, query }: RouteInput<typeof searchUsers>) {
    const { users } = await this.identity.listUsers({
      caller,
      userIds: query.user_id,
      emails: [],
      search: query.query,
      page: { limit: 100, offset: 0 },
      sortBy: [
        { field: 'first_name', descending: false },
        { field: 'last_name', descending: false },
      ],
    });
    return { users: users.map(fromFoundUser) };
  }

  @Serves(updateUser)
  async update({ caller, params, body }: RouteInput<typeof updateUser>): Promise<void> {
    await this.identity.updateUser({ ...toUpdateUser(params.user_id, body), caller });
    // Lists of conversations use the latest change that an access names.
    if (typeof body.conversations_visible_to_admins === 'boolean') this.accesses.forget(params.org);
  }

  @Serves(changeUserVariables)
  async changeVariables({ caller, params, body }: RouteInput<typeof changeUserVariables>): Promise<void> {
    await this.identity.changeUserVariables({
      caller,
      userId: params.user_id,
      upserts: body.upserts.map(({ is_secret: isSensitive, ...variable }) => ({ ...variable, isSensitive })),
      deletes: body.deletes.map(({ name }) => name),
    });
  }

  @Serves(deleteUser)
  async delete({ caller, params }: RouteInput<typeof deleteUser>): Promise<void> {
    await this.identity.deleteUser({ caller, userId: params.user_id });
    this.accesses.forget(params.org);
  }
}
