import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** The organization, and its API keys. Only the answer of `createApiKey` shows one. */
export const organizationOf = resourceOf({
  get: plain('GET /v1/{org}/organization/'),
  create: withBody('PUT /v1/{org}/organization/'),
  modify: withBody('POST /v1/{org}/organization/'),
  getUserDimensions: plain('GET /v1/{org}/organization/user_dimensions/'),
  createApiKey: withBody('POST /v1/{org}/organization/api_key/'),
  listApiKeys: plain('GET /v1/{org}/organization/api_key/'),
  deleteApiKey: plain('DELETE /v1/{org}/organization/api_key/{api_key_id}/'),
});

export const rolesOf = resourceOf({
  list: withQuery('GET /v1/{org}/role/'),
  create: withBody('POST /v1/{org}/role/'),
  modify: withBody('POST /v1/{org}/role/{role_name}'),
  assign: withBody('POST /v1/{org}/role/{role_name}/assign'),
  createTemporaryGrant: withBody('POST /v1/{org}/role/temporary_permission_grant/'),
  listTemporaryGrants: pages(
    'GET /v1/{org}/role/temporary_permission_grants/',
    'temporary_permission_grants',
  ),
});

/** Users, what is remembered of them, and the models of them. */
export const usersOf = resourceOf({
  list: pages('GET /v1/{org}/user/', 'users'),
  search: withQuery('GET /v1/{org}/user/search/'),
  create: withBody('POST /v1/{org}/user/'),
  update: withBody('POST /v1/{org}/user/{user_id}'),
  delete: plain('DELETE /v1/{org}/user/{user_id}'),
  modifyVariables: withBody('POST /v1/{org}/user/{user_id}/variable'),
  listMemories: pages('GET /v1/{org}/user/{user_id}/memory', 'memories'),
  getModel: plain('GET /v1/{org}/user/{user_id}/user_model'),
});
