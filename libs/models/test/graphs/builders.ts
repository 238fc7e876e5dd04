import type { AgentProfile } from '@svc/engine';
import { plainAgent } from '../conversation.js';

type Fields = Readonly<Record<string, unknown>>;

/** `[condition, next state]` */
type Exit = readonly [description: string, nextState: string];

const exitsOf = (exits: readonly Exit[]) =>
  exits.map(([description, next_state]) => ({ description, next_state }));

export function action(
  name: string,
  objective: string,
  actions: readonly string[],
  exits: readonly Exit[],
  fields: Fields = {},
): Fields {
  return {
    type: 'action',
    name,
    objective,
    actions,
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: exitsOf(exits),
    action_tool_call_specs: [],
    exit_condition_tool_call_specs: [],
    skip_active_memory_retrieval: false,
    ...fields,
  };
}

export function decision(name: string, objective: string, exits: readonly Exit[]): Fields {
  return {
    type: 'decision',
    name,
    objective,
    exit_conditions: exitsOf(exits),
    decision_guidelines: [],
    tool_call_specs: [],
    audio_fillers: [],
    audio_filler_triggered_after: 2,
  };
}

export function annotation(name: string, innerThought: string, nextState: string): Fields {
  return { type: 'annotation', name, inner_thought: innerThought, next_state: nextState };
}

/** Conversations begin in the first state, and end in the last. */
export function graph(description: string, states: readonly Fields[], fields: Fields = {}): Fields {
  return {
    description,
    states,
    new_user_initial_state: states[0]?.['name'],
    returning_user_initial_state: states[0]?.['name'],
    terminal_state: states.at(-1)?.['name'],
    references: {},
    global_intra_state_navigation_guidelines: [],
    global_action_guidelines: [],
    global_boundary_constraints: [],
    ...fields,
  };
}

export function agent(name: string, role: string, background: string): AgentProfile {
  return { ...plainAgent, identity: { ...plainAgent.identity, name, role }, background };
}
