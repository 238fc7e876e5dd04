import { pages, plain, resourceOf, withBody, withQuery } from '../../client/calls.js';

/** Agents and their versions. */
export const agentsOf = resourceOf({
  list: pages('GET /v1/{org}/organization/agent', 'agents'),
  create: withBody('POST /v1/{org}/organization/agent'),
  delete: plain('DELETE /v1/{org}/organization/agent/{agent_id}/'),
  listVersions: pages('GET /v1/{org}/organization/agent/{agent_id}/version', 'agent_versions'),
  createVersion: withBody('POST /v1/{org}/organization/agent/{agent_id}/'),
});

const graphs = '/v1/{org}/organization/service_hierarchical_state_machine';
const graph = `${graphs}/{service_hierarchical_state_machine_id}`;

/** Context graphs, which the interface calls hierarchical state machines, and their versions. */
export const contextGraphsOf = resourceOf({
  list: pages(`GET ${graphs}`, 'service_hierarchical_state_machines'),
  create: withBody(`POST ${graphs}`),
  delete: plain(`DELETE ${graph}/`),
  listVersions: pages(`GET ${graph}/version`, 'state_machine_versions'),
  createVersion: withBody(`POST ${graph}/`),
});

export const servicesOf = resourceOf({
  list: pages('GET /v1/{org}/service/', 'services'),
  create: withBody('POST /v1/{org}/service/'),
  update: withBody('POST /v1/{org}/service/{service_id}/'),
  upsertVersionSet: withBody('PUT /v1/{org}/service/{service_id}/version_sets/{version_set_name}/'),
  deleteVersionSet: plain('DELETE /v1/{org}/service/{service_id}/version_sets/{version_set_name}/'),
});

export const toolsOf = resourceOf({
  list: pages('GET /v1/{org}/tool/', 'tools'),
  create: withBody('POST /v1/{org}/tool/'),
  modify: withBody('POST /v1/{org}/tool/{tool_id}'),
  delete: plain('DELETE /v1/{org}/tool/{tool_id}'),
  modifyEnvironment: withBody('POST /v1/{org}/tool/{tool_id}/envvar'),
  listVersions: pages('GET /v1/{org}/tool/{tool_id}/version', 'tool_versions'),
  createVersion: withBody('POST /v1/{org}/tool/{tool_id}/version'),
  deleteVersion: plain('DELETE /v1/{org}/tool/{tool_id}/version/{version_constraint}'),
  invoke: withBody('POST /v1/{org}/tool/{tool_id}/version/{tool_version}/invoke'),
  listInvocations: pages('GET /v1/{org}/tool/invocation', 'tool_invocations'),
  listModels: plain('GET /v1/{org}/admin/get_models/'),
});

export const webhookDestinationsOf = resourceOf({
  list: withQuery('GET /v1/{org}/webhook_destination/'),
  create: withBody('POST /v1/{org}/webhook_destination/'),
  update: withBody('POST /v1/{org}/webhook_destination/{webhook_destination_id}'),
  delete: plain('DELETE /v1/{org}/webhook_destination/{webhook_destination_id}'),
  rotateSecret: plain('POST /v1/{org}/webhook_destination/{webhook_destination_id}/rotate-secret'),
  listDeliveries: pages(
    'GET /v1/{org}/webhook_destination/{webhook_destination_id}/delivery',
    'webhook_deliveries',
  ),
  redeliver: plain(
    'POST /v1/{org}/webhook_destination/{webhook_destination_id}/delivery/{webhook_delivery_id}/redeliver',
  ),
  rewind: withBody('POST /v1/{org}/webhook_destination/{webhook_destination_id}/rewind'),
});
