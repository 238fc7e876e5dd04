/*
 * The body of a Classic context graph's version ("hierarchical state machine"), with the names of the API, so that no mapping
 * can lose anything.
 */

/** `^[A-Za-z0-9_]+$` */
export type StateName = string;

export interface ExitCondition {
  /** What must hold for the exit to be taken, in the author's words. */
  readonly description: string;
  /** A state of this graph, other than the one with this exit. */
  readonly next_state: StateName;
}

/** Where the agent talks with the user. */
export interface ActionState {
  readonly type: 'action';
  readonly name: StateName;
  readonly objective: string;
  /** At least one; in the terminal state exactly one. */
  readonly actions: readonly string[];
  /** Advice for choosing between exits and actions. */
  readonly intra_state_navigation_guidelines: readonly string[];
  /** Advice for wording the message. */
  readonly action_guidelines: readonly string[];
  /** What the message must never do. */
  readonly boundary_constraints: readonly string[];
  /** None in the terminal state. */
  readonly exit_conditions: readonly ExitCondition[];
  /** Always empty: no tools are run. */
  readonly action_tool_call_specs: readonly never[];
  /** Always empty: no tools are run. */
  readonly exit_condition_tool_call_specs: readonly never[];
  readonly skip_active_memory_retrieval: boolean;
}

/** Picks one of its exits at once, without talking to the user. */
export interface DecisionState {
  readonly type: 'decision';
  readonly name: StateName;
  readonly objective: string;
  readonly exit_conditions: readonly ExitCondition[];
  readonly decision_guidelines: readonly string[];
  /** Always empty: no tools are run. */
  readonly tool_call_specs: readonly never[];
  /** Spoken in voice conversations when the decision takes long; at most 5. */
  readonly audio_fillers: readonly string[];
  /** Seconds, above 0 and at most 10. */
  readonly audio_filler_triggered_after: number;
}

/** Adds a note that only the agent sees, and passes on. */
export interface AnnotationState {
  readonly type: 'annotation';
  readonly name: StateName;
  readonly inner_thought: string;
  readonly next_state: StateName;
}

/** By `type`. */
export type GraphState = ActionState | DecisionState | AnnotationState;

export interface ClassicGraph {
  readonly description: string;
  readonly states: readonly GraphState[];
  /** Action state where users begin who never used this service. */
  readonly new_user_initial_state: StateName;
  /** Action state where all other users begin. */
  readonly returning_user_initial_state: StateName;
  /** Action state whose message ends the conversation. */
  readonly terminal_state: StateName;
  /** Always empty: a graph can't enter another one. */
  readonly references: Readonly<Record<string, never>>;
  /** The three lists below are merged into every action state, before its own. */
  readonly global_intra_state_navigation_guidelines: readonly string[];
  readonly global_action_guidelines: readonly string[];
  readonly global_boundary_constraints: readonly string[];
}
