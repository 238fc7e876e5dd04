import { PlatformClient } from '../../support/platform-client.js';
import { actionState, makePlatformService } from '../../support/platform-service.js';
import type { GatedProduct } from './gated-product.js';
import { PlatformVisitor } from './platform-visitor.js';
import { booking, bookingSchema, completed, wantsToBook, type Scene } from './scenes.js';

/** Longer than a turn waits for a tool in the background. */
const timeout_seconds = 60;
const farewell = { description: 'The user says goodbye.', next_state: 'goodbye' };
const goodbye = actionState('goodbye');
const desk = (tool_id: string, spec: object = {}) => [
  actionState('desk', { action_tool_call_specs: [{ tool_id, ...spec }], exit_conditions: [farewell] }),
  goodbye,
];
const counter = [
  actionState('counter', {
    preload: [
      {
        tool_id: 'clinic__book_appointment',
        params: { name: 'Ada Lovelace', day: '2027-01-01', time: '10:30' },
      },
    ],
    exit_conditions: [farewell],
  }),
  goodbye,
];

const beforeCounter = (...states: readonly object[]) => [...states, ...counter];
const entered = beforeCounter(
  actionState('desk', {
    exit_conditions: [{ description: wantsToBook, next_state: 'counter' }, farewell],
  }),
);
const waited = beforeCounter(
  actionState('desk', {
    exit_conditions: [{ description: wantsToBook, next_state: 'approval' }, farewell],
  }),
  actionState('approval', {
    wait_for: 'human_approval',
    exit_conditions: [{ description: 'A person has approved.', next_state: 'counter' }],
  }),
);

const ways = [
  { name: 'a preload', states: entered, last: completed },
  { name: 'a tool of an MCP server', states: desk('desk__book_appointment'), last: completed },
  {
    name: 'a tool in the background',
    states: desk('clinic__book_appointment', { execution: 'background' }),
    // The agent speaks of the result by itself.
    last: completed,
    times: 2,
    callGoesOut: completed,
  },
  {
    name: 'a call that a person approves',
    states: desk('guarded__book_appointment'),
    last: completed,
    times: 2,
    isApproved: true,
  },
  { name: 'a state that waits for a person', states: waited, last: completed, times: 2, isApproved: true },
];

/** Makes the integrations, the graphs and the services of a workspace. */
export async function makePlatformScenes({ standalone, http, mcp }: GatedProduct): Promise<readonly Scene[]> {
  const { workspace_id: workspaceId, workspace_api_key: key } = standalone.credentials();
  const client = new PlatformClient(standalone.baseUrl, key);
  const make = (path: string, body: object) =>
    client.json<{ id: string }>('POST', `${workspaceId}/${path}`, { body });
  const rest = { clinic: 'none', guarded: 'writes' };
  for (const [name, approval_policy] of Object.entries(rest)) {
    const made = await make('integrations', {
      name,
      display_name: name,
      base_url: http.url,
      approval_policy,
    });
    await make(`integrations/${made.id}/endpoints`, {
      ...booking,
      path: 'appointments',
      input_schema: bookingSchema,
      timeout_seconds,
    });
  }
  await make('integrations', { name: 'desk', protocol: 'mcp', display_name: 'Desk', mcp_url: mcp.url });
  const scenes: Scene[] = [];
  for (const { states, ...scene } of ways) {
    const serviceId = await makePlatformService(client, workspaceId, scene.name, states);
    scenes.push({ ...scene, visitor: () => new PlatformVisitor(client, workspaceId, serviceId) });
  }
  return scenes;
}
