/** Builders of small graphs for tests. Every required field has a value, so a test names only what it is about. */

export type LooseState = Record<string, unknown>;

/** A graph that tests may break: fields keep their names and lose their types. */
export interface LooseGraph {
  description: string;
  states: LooseState[];
  new_user_initial_state: string;
  returning_user_initial_state: string;
  terminal_state: string;
  references: Record<string, unknown>;
  global_intra_state_navigation_guidelines: string[];
  global_action_guidelines: string[];
  global_boundary_constraints: string[];
}

export interface Exit {
  readonly description: string;
  readonly next_state: string;
}

export function actionState(name: string, fields: LooseState = {}): LooseState {
  return {
    type: 'action',
    name,
    objective: `Objective of ${name}`,
    actions: [`Action of ${name}`],
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: [],
    action_tool_call_specs: [],
    exit_condition_tool_call_specs: [],
    skip_active_memory_retrieval: false,
    ...fields,
  };
}

export function decisionState(name: string, exits: readonly Exit[], fields: LooseState = {}): LooseState {
  return {
    type: 'decision',
    name,
    objective: `Objective of ${name}`,
    exit_conditions: exits,
    decision_guidelines: [],
    tool_call_specs: [],
    audio_fillers: [],
    audio_filler_triggered_after: 2,
    ...fields,
  };
}

export function annotationState(name: string, innerThought: string, nextState: string): LooseState {
  return { type: 'annotation', name, inner_thought: innerThought, next_state: nextState };
}

/** Users begin in the first state; the last one is the terminal state. */
export function graphOf(states: readonly LooseState[], fields: Partial<LooseGraph> = {}): LooseGraph {
  const first = String(states[0]?.['name']);
  return {
    description: 'A graph.',
    states: [...states],
    new_user_initial_state: first,
    returning_user_initial_state: first,
    terminal_state: String(states.at(-1)?.['name']),
    references: {},
    global_intra_state_navigation_guidelines: [],
    global_action_guidelines: [],
    global_boundary_constraints: [],
    ...fields,
  };
}
