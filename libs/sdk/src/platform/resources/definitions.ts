import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** Agents and their versions. */
export const agentsOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/agents'),
  create: withBody('POST /v1/{workspace_id}/agents'),
  get: plain('GET /v1/{workspace_id}/agents/{agent_id}'),
  update: withBody('PUT /v1/{workspace_id}/agents/{agent_id}'),
  delete: plain('DELETE /v1/{workspace_id}/agents/{agent_id}'),
  listVersions: pages('GET /v1/{workspace_id}/agents/{agent_id}/versions'),
  createVersion: withBody('POST /v1/{workspace_id}/agents/{agent_id}/versions'),
  getVersion: plain('GET /v1/{workspace_id}/agents/{agent_id}/versions/{version}'),
});

/** Context graphs and their versions. */
export const contextGraphsOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/context-graphs'),
  create: withBody('POST /v1/{workspace_id}/context-graphs'),
  get: plain('GET /v1/{workspace_id}/context-graphs/{graph_id}'),
  update: withBody('PUT /v1/{workspace_id}/context-graphs/{graph_id}'),
  delete: plain('DELETE /v1/{workspace_id}/context-graphs/{graph_id}'),
  listVersions: pages('GET /v1/{workspace_id}/context-graphs/{graph_id}/versions'),
  createVersion: withBody('POST /v1/{workspace_id}/context-graphs/{graph_id}/versions'),
  getVersion: plain('GET /v1/{workspace_id}/context-graphs/{graph_id}/versions/{version}'),
});

/** Services: an agent on a context graph, and which versions of both it runs. */
export const servicesOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/services'),
  create: withBody('POST /v1/{workspace_id}/services'),
  get: plain('GET /v1/{workspace_id}/services/{service_id}'),
  update: withBody('PUT /v1/{workspace_id}/services/{service_id}'),
  delete: plain('DELETE /v1/{workspace_id}/services/{service_id}'),
  upsertVersionSet: withBody('PUT /v1/{workspace_id}/services/{service_id}/version-sets/{name}'),
  resolveTools: plain('GET /v1/{workspace_id}/services/{service_id}/tools/resolve'),
  textTurn: withBody('POST /v1/{workspace_id}/services/{service_id}/text-turn'),
});

/** Skills: what an agent can be given to do by a model of its own. */
export const skillsOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/skills'),
  create: withBody('POST /v1/{workspace_id}/skills'),
  get: plain('GET /v1/{workspace_id}/skills/{skill_id}'),
  update: withBody('PUT /v1/{workspace_id}/skills/{skill_id}'),
  delete: plain('DELETE /v1/{workspace_id}/skills/{skill_id}'),
  references: plain('GET /v1/{workspace_id}/skills/{skill_id}/references'),
});

/** What agents can call. */
export const toolsOf = resourceOf({
  catalog: plain('GET /v1/{workspace_id}/tools/catalog'),
  execute: withBody('POST /v1/{workspace_id}/tools/execute'),
});

/** Other systems, their endpoints, and the approvals that their calls wait for. */
export const integrationsOf = resourceOf({
  list: pages('GET /v1/{workspace_id}/integrations'),
  create: withBody('POST /v1/{workspace_id}/integrations'),
  get: plain('GET /v1/{workspace_id}/integrations/{integration_id}'),
  update: withBody('PATCH /v1/{workspace_id}/integrations/{integration_id}'),
  replace: withBody('PUT /v1/{workspace_id}/integrations/{integration_id}'),
  delete: plain('DELETE /v1/{workspace_id}/integrations/{integration_id}'),
  listEndpoints: pages('GET /v1/{workspace_id}/integrations/{integration_id}/endpoints'),
  createEndpoint: withBody('POST /v1/{workspace_id}/integrations/{integration_id}/endpoints'),
  getEndpoint: plain('GET /v1/{workspace_id}/integrations/{integration_id}/endpoints/{endpoint_id}'),
  updateEndpoint: withBody('PATCH /v1/{workspace_id}/integrations/{integration_id}/endpoints/{endpoint_id}'),
  deleteEndpoint: plain('DELETE /v1/{workspace_id}/integrations/{integration_id}/endpoints/{endpoint_id}'),
  testEndpoint: withBody(
    'POST /v1/{workspace_id}/integrations/{integration_id}/endpoints/{endpoint_id}/test',
  ),
  approve: withBody('POST /v1/{workspace_id}/integrations/approvals/{conversation_id}/approve'),
  reject: withBody('POST /v1/{workspace_id}/integrations/approvals/{conversation_id}/reject'),
});

/** What an agent's program needs to know of the workspace. */
export const agentRunsOf = resourceOf({
  harnessContext: withQuery('GET /v1/{workspace_id}/agent-runs/harness-context'),
});
