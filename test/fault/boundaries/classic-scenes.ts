import type { ClassicClient } from '../../support/client.js';
import { signInAsDemoUser } from '../../support/sessions.js';
import { signUpSpeakers } from '../../support/speaker.js';
import { ClassicVisitor } from './classic-visitor.js';
import type { GatedProduct } from './gated-product.js';
import {
  booking,
  bookingSchema,
  completed,
  mostBoundaries,
  outcome,
  voided,
  wantsToBook,
  type Scene,
} from './scenes.js';

const action = (name: string, fields: object) => ({
  type: 'action',
  name,
  objective: `Go through ${name}.`,
  actions: [`Talk about ${name}.`],
  intra_state_navigation_guidelines: [],
  action_guidelines: [],
  boundary_constraints: [],
  exit_conditions: [],
  action_tool_call_specs: [],
  exit_condition_tool_call_specs: [],
  skip_active_memory_retrieval: true,
  ...fields,
});
const fillers = { audio_fillers: [], audio_filler_triggered_after: 2 };
const farewell = { description: 'The user says goodbye.', next_state: 'goodbye' };

const inAnAction = (spec: object) => [
  action('desk', { action_tool_call_specs: [spec], exit_conditions: [farewell] }),
];
const inItsOwnState = (spec: object) => [
  action('desk', { exit_conditions: [{ description: wantsToBook, next_state: 'booking' }, farewell] }),
  {
    type: 'tool-call',
    name: 'booking',
    next_state: 'counter',
    designated_tool: spec,
    designated_tool_call_objective: 'Book the appointment.',
    designated_tool_call_context: 'The desk of a clinic.',
    designated_tool_call_guidances: [],
    designated_tool_call_validations: [],
    designated_tool_call_params_generation_audio_fillers: [],
    designated_tool_call_params_generation_audio_filler_triggered_after: 2,
    tool_call_specs: [],
  },
  action('counter', { exit_conditions: [farewell] }),
];

const ways = [
  { name: 'a tool of an action', states: inAnAction, last: completed },
  { name: 'a tool-call state', states: inItsOwnState, last: completed },
  {
    name: 'an outcome that comes late',
    states: inAnAction,
    last: outcome,
    callGoesOut: voided,
    isLeft: true,
  },
];

/** Makes the tool, the graphs and the services of an organization. */
export async function makeClassicScenes({ standalone, http }: GatedProduct): Promise<readonly Scene[]> {
  const credentials = standalone.credentials();
  const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
  const spec = await makeTool(administrator, http.url);
  const speakers = await signUpSpeakers(administrator, credentials, mostBoundaries);
  const { agents } = await administrator.json<{ agents: readonly { id: string }[] }>(
    'GET',
    'organization/agent',
  );
  const scenes: Scene[] = [];
  for (const { states, ...scene } of ways) {
    const serviceId = await makeService(administrator, scene.name, agents[0]?.id, states(spec));
    const visitor = (number: number) => {
      const speaker = speakers[number];
      if (!speaker) throw new Error('There are more boundaries than users.');
      return new ClassicVisitor(speaker.inService(serviceId));
    };
    scenes.push({ ...scene, visitor });
  }
  return scenes;
}

async function make(administrator: ClassicClient, path: string, body: object): Promise<string> {
  return (await administrator.json<{ id: string }>('POST', path, { body })).id;
}

async function makeTool(administrator: ClassicClient, url: string): Promise<object> {
  const tool = await make(administrator, 'tool/', { ...booking, tags: {} });
  const body = { base_url: url, path: 'appointments', input_schema: bookingSchema, bump_type: 'major' };
  await administrator.request('POST', `tool/${tool}/version`, { body });
  return {
    tool_id: tool,
    version_constraint: '*',
    additional_instruction: 'Book what the user wants.',
    result_persistence: 'persisted',
    ...fillers,
  };
}

async function makeService(
  administrator: ClassicClient,
  name: string,
  agentId: string | undefined,
  states: readonly object[],
): Promise<string> {
  const graphs = 'organization/service_hierarchical_state_machine';
  const graph = await make(administrator, graphs, { state_machine_name: name });
  await make(administrator, `${graphs}/${graph}/`, {
    description: 'The desk of a clinic.',
    states: [...states, action('goodbye', {})],
    new_user_initial_state: 'desk',
    returning_user_initial_state: 'desk',
    terminal_state: 'goodbye',
    references: {},
    global_intra_state_navigation_guidelines: [],
    global_action_guidelines: [],
    global_boundary_constraints: [],
  });
  return make(administrator, 'service/', {
    name,
    description: booking.description,
    is_active: true,
    agent_id: agentId,
    service_hierarchical_state_machine_id: graph,
    keyterms: [],
    tags: {},
  });
}
