/*
 * The body of a Classic context graph's version ("hierarchical state machine"), with the names of the API, so that no mapping
 * can lose anything.
 */

/** `^[A-Za-z0-9_]+$` */
export type StateName = string;

/**
 * A state of this graph, other than the one that leads there; or `[reference.state, StateName]`: a state of another graph, and the
 * state of this one to come back to after that graph's terminal state.
 */
export type NextState = StateName | readonly [external: string, back: StateName];

export interface ExitCondition {
  /** What must hold for the exit to be taken, in the author's words. */
  readonly description: string;
  readonly next_state: NextState;
}

/** Spoken in voice conversations when something takes long. */
export interface AudioFillers {
  /** At most 5. */
  readonly audio_fillers: readonly string[];
  /** Seconds, above 0 and at most 10. */
  readonly audio_filler_triggered_after: number;
}

/** A tool that a state may call. */
export interface ToolCallSpec extends AudioFillers {
  readonly tool_id: string;
  /** A specifier as of package managers: `==1.*`, `>=1.2,<3`. */
  readonly version_constraint: string;
  readonly additional_instruction: string;
  readonly result_persistence: 'ephemeral' | 'persisted-preferred' | 'persisted';
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
  readonly action_tool_call_specs: readonly ToolCallSpec[];
  readonly exit_condition_tool_call_specs: readonly ToolCallSpec[];
  readonly skip_active_memory_retrieval: boolean;
}

/** Picks one of its exits at once, without talking to the user. */
export interface DecisionState extends AudioFillers {
  readonly type: 'decision';
  readonly name: StateName;
  readonly objective: string;
  readonly exit_conditions: readonly ExitCondition[];
  readonly decision_guidelines: readonly string[];
  readonly tool_call_specs: readonly ToolCallSpec[];
}

/** Looks up what is remembered of the user, and passes on. Exactly one of the two ways to say what is null. */
export interface RecallState {
  readonly type: 'recall';
  readonly name: StateName;
  /** At least one. */
  readonly queries: readonly string[] | null;
  /** What queries are to be made of. */
  readonly requested_information: string | null;
  readonly next_state: NextState;
}

/** Adds a note that only the agent sees, and passes on. */
export interface AnnotationState {
  readonly type: 'annotation';
  readonly name: StateName;
  readonly inner_thought: string;
  readonly next_state: NextState;
}

/** Thinks about a problem, adds the thought as a note that only the agent sees, and passes on. */
export interface ReflectionState extends AudioFillers {
  readonly type: 'reflection';
  readonly name: StateName;
  readonly problem: string;
  /** At least 1. */
  readonly word_limit: number;
  readonly next_state: NextState;
  readonly tool_call_specs: readonly ToolCallSpec[];
}

/** Calls one tool, and passes on. */
export interface ToolCallState {
  readonly type: 'tool-call';
  readonly name: StateName;
  readonly next_state: NextState;
  readonly designated_tool: ToolCallSpec;
  readonly designated_tool_call_objective: string;
  readonly designated_tool_call_context: string;
  readonly designated_tool_call_guidances: readonly string[];
  readonly designated_tool_call_validations: readonly string[];
  readonly designated_tool_call_params_generation_audio_fillers: readonly string[];
  readonly designated_tool_call_params_generation_audio_filler_triggered_after: number;
  readonly tool_call_specs: readonly ToolCallSpec[];
}

/** By `type`. */
export type GraphState =
  ActionState | DecisionState | RecallState | AnnotationState | ReflectionState | ToolCallState;

export interface ClassicGraph {
  readonly description: string;
  readonly states: readonly GraphState[];
  /** Action state where users begin who never used this service. */
  readonly new_user_initial_state: StateName;
  /** Action state where all other users begin. */
  readonly returning_user_initial_state: StateName;
  /** Action state whose message ends the conversation. */
  readonly terminal_state: StateName;
  /** Versions of other graphs by local name: `[id, version]`. */
  readonly references: Readonly<Record<string, readonly [id: string, version: number]>>;
  /** The three lists below are merged into every action state, before its own. */
  readonly global_intra_state_navigation_guidelines: readonly string[];
  readonly global_action_guidelines: readonly string[];
  readonly global_boundary_constraints: readonly string[];
}
