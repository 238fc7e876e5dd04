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
  readonly next_state: unknown;
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

export function annotationState(name: string, innerThought: string, nextState: unknown): LooseState {
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

/** Fields of a filler that comes after 2 seconds. */
export const fillers = { audio_fillers: [], audio_filler_triggered_after: 2 };

export function recallState(name: string, fields: LooseState, nextState: unknown): LooseState {
  return {
    type: 'recall',
    name,
    queries: null,
    requested_information: null,
    ...fields,
    next_state: nextState,
  };
}

export function reflectionState(name: string, nextState: unknown, fields: LooseState = {}): LooseState {
  return {
    type: 'reflection',
    name,
    problem: `Problem of ${name}`,
    word_limit: 50,
    next_state: nextState,
    tool_call_specs: [],
    ...fillers,
    ...fields,
  };
}

export const toolId = '65f0000000000000000000aa';

export function toolCallSpec(fields: LooseState = {}): LooseState {
  return {
    tool_id: toolId,
    version_constraint: '>=1.2,<3',
    additional_instruction: 'Call it once.',
    result_persistence: 'persisted',
    ...fillers,
    ...fields,
  };
}

export function toolCallState(name: string, nextState: unknown, fields: LooseState = {}): LooseState {
  return {
    type: 'tool-call',
    name,
    next_state: nextState,
    designated_tool: toolCallSpec(),
    designated_tool_call_objective: `Objective of ${name}`,
    designated_tool_call_context: 'The desk',
    designated_tool_call_guidances: [],
    designated_tool_call_validations: [],
    designated_tool_call_params_generation_audio_fillers: [],
    designated_tool_call_params_generation_audio_filler_triggered_after: 2,
    tool_call_specs: [],
    ...fields,
  };
}

/** Version 2 of another graph, as `other`. */
export const references = { other: ['65f0000000000000000000bb', 2] };

/** A graph with each kind of state, with tools and with a visit to another graph. */
export function everyKind(): LooseGraph {
  return graphOf(
    [
      actionState('start', {
        exit_conditions: [{ description: 'The user is ready', next_state: ['other.begin', 'fork'] }],
        action_tool_call_specs: [toolCallSpec()],
        exit_condition_tool_call_specs: [toolCallSpec({ result_persistence: 'ephemeral' })],
        skip_active_memory_retrieval: true,
      }),
      decisionState(
        'fork',
        [
          { description: 'The user is in a hurry', next_state: 'end' },
          { description: 'Otherwise', next_state: 'queries' },
        ],
        { tool_call_specs: [toolCallSpec()] },
      ),
      recallState('queries', { queries: ['What do they like?'] }, 'information'),
      recallState('information', { requested_information: 'What they dislike' }, 'note'),
      annotationState('note', 'There is time.', 'think'),
      reflectionState('think', 'call', { tool_call_specs: [toolCallSpec()] }),
      toolCallState('call', 'end', { tool_call_specs: [toolCallSpec({ version_constraint: '*' })] }),
      actionState('end'),
    ],
    { references },
  );
}
