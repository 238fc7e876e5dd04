import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** Workspaces. Where a path names one, it is that of the client. */
export const workspacesOf = resourceOf({
  list: pages('GET /v1/workspaces'),
  createMine: withBody('POST /v1/me/workspaces'),
  get: plain('GET /v1/workspaces/{workspace_id}'),
  update: withBody('PATCH /v1/workspaces/{workspace_id}'),
  archive: withBody('POST /v1/workspaces/{workspace_id}/archive'),
  provision: plain('POST /v1/workspaces/{workspace_id}/provision'),
  getTestCallerNumbers: plain('GET /v1/workspaces/{workspace_id}/test-caller-numbers'),
  updateTestCallerNumbers: withBody('PUT /v1/workspaces/{workspace_id}/test-caller-numbers'),
  getTestCredentialIds: plain('GET /v1/workspaces/{workspace_id}/test-credential-ids'),
  updateTestCredentialIds: withBody('PUT /v1/workspaces/{workspace_id}/test-credential-ids'),
  accessReview: plain('GET /v1/{workspace_id}/compliance/access-review'),
  /** Who the client is. */
  me: plain('GET /v1/auth/me'),
  listRegions: plain('GET /v1/platform/regions'),
});

/** Keys of the workspace. Only the answers of `create` and `rotate` show one. */
export const apiKeysOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/api-keys'),
  create: withBody('POST /v1/{workspace_id}/api-keys'),
  rotate: withBody('POST /v1/{workspace_id}/api-keys/{key_id}/rotate'),
  delete: plain('DELETE /v1/{workspace_id}/api-keys/{key_id}'),
  permissionCatalog: plain('GET /v1/{workspace_id}/api-keys/permission-catalog'),
});

/** Conversations with a service which stand in no list, to try an agent. */
export const simulationsOf = resourceOf({
  createSession: withBody('POST /v1/{workspace_id}/simulations/sessions'),
  step: withBody('POST /v1/{workspace_id}/simulations/sessions/step'),
  getSession: plain('GET /v1/{workspace_id}/simulations/sessions/{session_id}'),
  destroySession: plain('DELETE /v1/{workspace_id}/simulations/sessions/{session_id}'),
});

/** What happened in the workspace, in numbers. */
export const analyticsOf = resourceOf({
  dashboard: withQuery('GET /v1/{workspace_id}/analytics/dashboard'),
  usage: withQuery('GET /v1/{workspace_id}/analytics/usage'),
  events: withQuery('GET /v1/{workspace_id}/analytics/events'),
  agents: withQuery('GET /v1/{workspace_id}/analytics/agents'),
  calls: withQuery('GET /v1/{workspace_id}/analytics/calls'),
});
