import { defineRoute } from '../../route/route.js';
import { forCallers, forEverybody } from '../../route/route-access.js';
import { textBody } from '../../wire/sizes.js';
import {
  CreatedUser,
  CreateUser,
  ListUsers,
  SignedIn,
  SignInHeaders,
  UpdateUser,
  UserList,
} from './user-schemas.js';

export const signInWithApiKey = defineRoute({
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

export const createUser = defineRoute({
  operationId: 'create-user',
  method: 'POST',
  path: '/v1/:org/user/',
  summary: 'Creates a user, who can be signed in at once.',
  access: forCallers({ requires: ['User:InviteUser'] }),
  request: { body: { media: 'json', schema: CreateUser, mostBytes: textBody } },
  answer: { status: 201, content: 'json', schema: CreatedUser },
  errors: ['not_found', 'conflict', 'operation_in_progress'],
  perMinute: 50,
  example: {
    body: { first_name: 'Ada', last_name: 'L', email: 'ada@example.com', role_name: 'DefaultUserRole' },
  },
});

export const listUsers = defineRoute({
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

// User ids have no pattern: an odd one is unknown, 404, never 422.

export const updateUser = defineRoute({
  operationId: 'modify-user',
  method: 'POST',
  path: '/v1/:org/user/:user_id',
  summary: 'Changes a user; additional context is appended to what is there.',
  access: forCallers({ requires: ['User:UpdateUserInfo'] }),
  request: { body: { media: 'json', schema: UpdateUser, mostBytes: textBody } },
  answer: { status: 204, content: 'nothing' },
  errors: ['not_found', 'operation_in_progress'],
  perMinute: 50,
  example: { body: { first_name: 'Eve' } },
});

export const deleteUser = defineRoute({
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
