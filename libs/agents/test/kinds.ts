import type { definitionsOf } from './definitions-client.js';
import { agentVersion, graphBody } from './definitions.js';

type Definitions = ReturnType<typeof definitionsOf>;

/** What a test of all kinds knows of one. */
export interface KindSample {
  readonly kind: string;
  readonly surface: 'classic' | 'platform';
  /** A name that the kind may have, ending in this. */
  readonly name: (end: string) => string;
  /** A new body, given what it refers to. */
  readonly body: (parts: Parts) => object;
  /** A change of the body, or none where the kind has nothing to change. */
  readonly change: Record<string, unknown> | null;
  readonly secrets?: Record<string, string>;
  /** Absent: the kind has no versions. */
  readonly version?: object;
  /** Whether it can be retired. */
  readonly isRetirable: boolean;
}

/** An agent and a graph with a version each, for services. */
export interface Parts {
  readonly agent_id: string;
  readonly context_graph_id: string;
}

const words = (end: string) => `Name ${end}`;
const slug = (end: string) => `name_${end.toLowerCase().replaceAll(' ', '_')}`;
const describing = { description: 'Something else' };
const call = { base_url: 'https://api.example', path: 'find' };
export const platformGraph = {
  states: [
    { type: 'action', name: 'talk', objective: 'Talk', actions: [{ description: 'Ask' }], ...lists() },
    { type: 'action', name: 'end', objective: 'End', actions: [], ...lists([]) },
  ],
  new_user_initial_state: 'talk',
  returning_user_initial_state: 'talk',
  terminal_state: 'end',
};

function lists(exits: object[] = [{ description: 'All is said', next_state: 'end' }]) {
  return {
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: exits,
  };
}

const integrationBody = {
  ...{ protocol: 'rest', display_name: 'CRM', base_url: 'https://crm.example' },
  auth: { type: 'static_header', header_name: 'X-Key' },
};

export const kindSamples: readonly KindSample[] = [
  {
    ...{ kind: 'agent', surface: 'classic', name: words, isRetirable: true },
    ...{ body: () => ({}), change: null, version: agentVersion() },
  },
  {
    ...{ kind: 'context_graph', surface: 'classic', name: words, isRetirable: true },
    ...{ body: () => ({}), change: null, version: graphBody() },
  },
  {
    ...{ kind: 'service', surface: 'classic', name: words, isRetirable: false },
    ...{ body: (parts) => ({ ...parts, description: 'Books', is_active: true }), change: describing },
  },
  {
    ...{ kind: 'tool', surface: 'classic', name: slug, isRetirable: true },
    ...{ body: () => ({ description: 'Looks up' }), change: describing, version: call },
    secrets: { TOKEN: 'open barley' },
  },
  {
    ...{ kind: 'agent', surface: 'platform', name: words, isRetirable: true },
    ...{ body: () => ({}), change: describing, version: { name: 'Mara', ...agentVersion() } },
  },
  {
    ...{ kind: 'context_graph', surface: 'platform', name: words, isRetirable: true },
    ...{ body: () => ({}), change: describing, version: platformGraph },
  },
  {
    ...{ kind: 'service', surface: 'platform', name: words, isRetirable: true },
    ...{ body: (parts) => parts, change: { ...describing, tool_capacity: 5 } },
  },
  {
    ...{ kind: 'skill', surface: 'platform', name: slug, isRetirable: true },
    ...{ body: () => ({ name: 'Find', description: 'Finds', input_schema: {} }), change: describing },
  },
  {
    ...{ kind: 'integration', surface: 'platform', name: slug, isRetirable: true },
    ...{
      body: () => integrationBody,
      change: { display_name: 'Other' },
      secrets: { secret_value: 'open sesame' },
    },
  },
];

/** An agent and a graph with a version each. */
export async function partsOf(who: Definitions, surface: KindSample['surface'], end: string): Promise<Parts> {
  const version = (kind: string) =>
    kindSamples.find((sample) => sample.kind === kind && sample.surface === surface)?.version ?? {};
  const make = async (kind: string) => {
    const { definitionId } = await who.create(kind, `Part ${end}`);
    await who.version(kind, definitionId, version(kind));
    return definitionId;
  };
  return { agent_id: await make('agent'), context_graph_id: await make('context_graph') };
}
