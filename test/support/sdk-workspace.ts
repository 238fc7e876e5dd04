import { randomUUID } from 'node:crypto';
import { PlatformClient } from '@svc/sdk';
import type { SuiteSystem } from './suite-system.js';

/** A new workspace of the administrator: a key of it, and a client with that. */
export async function newWorkspace(
  system: Pick<SuiteSystem, 'baseUrl' | 'administrator'>,
): Promise<{ readonly client: PlatformClient; readonly apiKey: string }> {
  const { baseUrl } = system;
  const tokens = { token: () => system.administrator.token ?? '' };
  const owner = new PlatformClient({ baseUrl, workspaceId: 'none-yet', tokens });
  const slug = `sdk-${randomUUID().slice(0, 8)}`;
  const { id: workspaceId } = await owner.workspaces.createMine({ slug, name: 'SDK' });
  const own = new PlatformClient({ baseUrl, workspaceId, tokens });
  const { api_key: apiKey } = await own.apiKeys.create({ duration_days: 1, role: 'owner' });
  return { client: new PlatformClient({ baseUrl, workspaceId, apiKey }), apiKey };
}

/** A service whose agent asks for the reason, until the person says goodbye. */
export async function makeService(client: PlatformClient): Promise<string> {
  const agent = await client.agents.create({ name: `Agent ${randomUUID()}` });
  const identity = {
    ...{ name: 'Mara', role: 'assistant', developed_by: 'the clinic', default_spoken_language: 'eng' },
    relationship_to_developer: null,
  };
  await client.agents.createVersion(agent.id, { name: 'Mara', identity });
  const graph = await client.contextGraphs.create({ name: `Graph ${randomUUID()}` });
  const action = (name: string, exits: readonly { description: string; next_state: string }[]) => ({
    ...{ type: 'action' as const, name, objective: 'Learn why they call.', boundary_constraints: [] },
    ...{ actions: [{ description: 'Ask.' }], intra_state_navigation_guidelines: [], action_guidelines: [] },
    exit_conditions: [...exits],
  });
  await client.contextGraphs.createVersion(graph.id, {
    states: [
      action('reason', [{ description: 'They say goodbye.', next_state: 'goodbye' }]),
      action('goodbye', []),
    ],
    ...{
      new_user_initial_state: 'reason',
      returning_user_initial_state: 'reason',
      terminal_state: 'goodbye',
    },
  });
  const name = `Service ${randomUUID()}`;
  const { id } = await client.services.create({ name, agent_id: agent.id, context_graph_id: graph.id });
  return id;
}
