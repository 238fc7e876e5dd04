import type { ClassicClient } from '../../support/client.js';

/** A way on which a turn calls the tool that books an appointment. */
export interface Scene {
  readonly name: string;
  /** States before `goodbye`; the first one begins. */
  readonly states: (spec: object) => readonly object[];
  /** The boundary that ends it. */
  readonly last: RegExp;
  /** Whether the user leaves while the tool is called: the turn is void, and the outcome comes late. */
  readonly userLeaves?: boolean;
}

/** What a user says, as often as it takes, never in the same words: all that the tool requires. */
export function wish(number: number): string {
  return `I want to book an appointment. My name is Ada Lovelace. I can come on 2026-12-01 at 10:30. (${number})`;
}

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
  action('desk', {
    exit_conditions: [
      { description: 'The user wants to book an appointment.', next_state: 'booking' },
      farewell,
    ],
  }),
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

const completed = /^after .*InteractionCompleted/;
const outcome = /^after .*ToolOutcomeRecorded/;

export const scenes: readonly Scene[] = [
  { name: 'a tool of an action', states: inAnAction, last: completed },
  { name: 'a tool-call state', states: inItsOwnState, last: completed },
  { name: 'an outcome that comes late', states: inAnAction, last: outcome, userLeaves: true },
];

const booking = {
  description: 'Books an appointment.',
  input_schema: {
    type: 'object',
    required: ['name', 'day', 'time'],
    properties: {
      name: { type: 'string' },
      day: { type: 'string', format: 'date' },
      time: { type: 'string' },
    },
  },
};

/** Makes tool, graphs and services of all scenes. @returns the id of each one's service, by its name */
export async function makeServices(
  administrator: ClassicClient,
  toolUrl: string,
): Promise<ReadonlyMap<string, string>> {
  const post = async (path: string, body: object) =>
    (await administrator.json<{ id: string }>('POST', path, { body })).id;
  const tool = await post('tool/', { name: 'book_appointment', description: booking.description, tags: {} });
  const version = { base_url: toolUrl, path: 'appointments', input_schema: booking.input_schema };
  await administrator.request('POST', `tool/${tool}/version`, { body: { ...version, bump_type: 'major' } });
  const spec = {
    tool_id: tool,
    version_constraint: '*',
    additional_instruction: 'Book what the user wants.',
    result_persistence: 'persisted',
    ...fillers,
  };
  const { agents } = await administrator.json<{ agents: readonly { id: string }[] }>(
    'GET',
    'organization/agent',
  );
  const services = new Map<string, string>();
  for (const { name, states } of scenes) {
    const graphs = 'organization/service_hierarchical_state_machine';
    const graph = await post(graphs, { state_machine_name: name });
    const all = states(spec);
    const [first] = all as readonly [{ readonly name: string }];
    await post(`${graphs}/${graph}/`, {
      description: 'The desk of a clinic.',
      states: [...all, action('goodbye', {})],
      new_user_initial_state: first.name,
      returning_user_initial_state: first.name,
      terminal_state: 'goodbye',
      references: {},
      global_intra_state_navigation_guidelines: [],
      global_action_guidelines: [],
      global_boundary_constraints: [],
    });
    const service = await post('service/', {
      name,
      description: 'Books appointments.',
      is_active: true,
      agent_id: agents[0]?.id,
      service_hierarchical_state_machine_id: graph,
      keyterms: [],
      tags: {},
    });
    services.set(name, service);
  }
  return services;
}
