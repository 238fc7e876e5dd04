import type { SeedDefinitionsRequest } from '@svc/contracts/agents';

/** A small valid graph as in its HTTP route: talk → end. */
export function graphBody(objective = 'Find out what the user wants') {
  const action = (name: string, exits: object[]) => ({
    type: 'action',
    name,
    objective,
    actions: ['Ask'],
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: exits,
    action_tool_call_specs: [],
    exit_condition_tool_call_specs: [],
    skip_active_memory_retrieval: false,
  });
  return {
    description: 'A talk.',
    states: [
      action('talk', [{ description: 'The user has said what they want', next_state: 'end' }]),
      action('end', []),
    ],
    new_user_initial_state: 'talk',
    returning_user_initial_state: 'talk',
    terminal_state: 'end',
    references: {},
    global_intra_state_navigation_guidelines: [],
    global_action_guidelines: [],
    global_boundary_constraints: [],
  };
}

/** A complete first version. */
export function agentVersion(background = 'Works at the front desk.') {
  return {
    initials: 'MV',
    identity: {
      name: 'Mara',
      role: 'receptionist',
      developed_by: 'the clinic',
      default_spoken_language: 'eng',
      relationship_to_developer: {
        ownership: 'owned',
        type: 'employee',
        conversation_visibility: 'full',
        thought_visibility: 'none',
      },
    },
    background,
    behaviors: ['Listens first'],
    communication_patterns: ['Short sentences'],
  };
}

export function seedRequest(
  tenantId: string,
  name = 'Front desk',
  graph: object = graphBody(),
): SeedDefinitionsRequest {
  const definitions = {
    agent: {
      agent_name: `Agent of ${name}`,
      version: { name: 'Mara', ...agentVersion() },
    },
    context_graph: { state_machine_name: `Graph of ${name}`, version: graph },
    service: {
      name,
      description: 'Books appointments',
      tags: { area: 'clinic', demo: null },
      keyterms: ['clinic'],
    },
  };
  return { tenantId, author: { orgId: 'demo', userId: 'ada' }, definitionsJson: JSON.stringify(definitions) };
}
