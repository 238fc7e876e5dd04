import type { PlatformClient } from './platform-client.js';

/** A state of a Platform graph in which the agent speaks. */
export function actionState(name: string, fields: object = {}): object {
  return {
    type: 'action',
    name,
    objective: `Go through ${name}.`,
    actions: [{ description: `Talk about ${name}.` }],
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: [],
    ...fields,
  };
}

/** Makes an agent, a graph that begins in its first state and ends in its last one, and a service on them. @returns its id */
export async function makePlatformService(
  client: PlatformClient,
  workspaceId: string,
  name: string,
  states: readonly object[],
): Promise<string> {
  const make = (path: string, body: object) =>
    client.json<{ id: string; version: number }>('POST', `${workspaceId}/${path}`, { body });
  const agent = await make('agents', { name: `Agent of ${name}` });
  const agentVersion = await make(`agents/${agent.id}/versions`, {
    name: 'Noor',
    initials: 'NO',
    identity: {
      name: 'Noor',
      role: 'appointment assistant',
      developed_by: 'the team of the clinic',
      default_spoken_language: 'eng',
    },
    background: 'You book appointments.',
    behaviors: ['Asks one thing at a time'],
    communication_patterns: ['Short sentences'],
  });
  const nameOf = (state: object | undefined): unknown => new Map(Object.entries(state ?? {})).get('name');
  const graph = await make('context-graphs', { name: `Graph of ${name}` });
  const graphVersion = await make(`context-graphs/${graph.id}/versions`, {
    description: name,
    states,
    new_user_initial_state: nameOf(states[0]),
    returning_user_initial_state: nameOf(states[0]),
    terminal_state: nameOf(states.at(-1)),
  });
  const service = await make('services', {
    name,
    agent_id: agent.id,
    context_graph_id: graph.id,
    channel_type: 'text',
  });
  const version_set = {
    agent_version_number: agentVersion.version,
    context_graph_version_number: graphVersion.version,
  };
  await client.request('PUT', `${workspaceId}/services/${service.id}/version-sets/release`, {
    body: { version_set },
  });
  return service.id;
}
