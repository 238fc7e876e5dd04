import type * as engine from '@svc/engine';
import {
  classicGraphSchema,
  type ClassicGraph,
  type ExitCondition,
  type GraphState,
  type NextState,
  type StateOf,
  type ToolCallSpec,
} from './graph-schema.js';

/**
 * The graph that the engine walks.
 * @param body a stored version: its rules across states were checked when it was created
 * @throws ZodError for what is no Classic graph
 */
export function compileGraph(body: unknown): engine.ContextGraph {
  return compiledGraph(classicGraphSchema.parse(body));
}

export function compiledGraph(graph: ClassicGraph): engine.ContextGraph {
  return {
    description: graph.description,
    states: graph.states.map(compiledState),
    newUserInitialState: graph.new_user_initial_state,
    returningUserInitialState: graph.returning_user_initial_state,
    terminalState: graph.terminal_state,
    references: graph.references,
    navigationGuidelines: graph.global_intra_state_navigation_guidelines,
    actionGuidelines: graph.global_action_guidelines,
    boundaryConstraints: graph.global_boundary_constraints,
  };
}

function compiledState(state: GraphState): engine.GraphState {
  switch (state.type) {
    case 'action':
      return compiledAction(state);
    case 'decision':
      return compiledDecision(state);
    case 'recall':
      return compiledRecall(state);
    case 'annotation': {
      const { type, name, inner_thought: innerThought, next_state } = state;
      return { type, name, innerThought, nextState: compiledNext(next_state) };
    }
    case 'reflection': {
      const { type, name, problem, word_limit: wordLimit, next_state, tool_call_specs } = state;
      const tools = tool_call_specs.map(compiledTool);
      const nextState = compiledNext(next_state);
      return { type, name, problem, wordLimit, tools, nextState, ...fillersOf(state) };
    }
    case 'tool-call':
      return compiledToolCall(state);
  }
}

function compiledAction(state: StateOf<'action'>): engine.ActionState {
  return {
    type: 'action',
    name: state.name,
    objective: state.objective,
    actions: state.actions.map((description) => ({ description, fillerHint: null })),
    navigationGuidelines: state.intra_state_navigation_guidelines,
    actionGuidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    exitConditions: state.exit_conditions.map(compiledExit),
    actionTools: state.action_tool_call_specs.map(compiledTool),
    exitTools: state.exit_condition_tool_call_specs.map(compiledTool),
    preloads: [],
    skipsActiveMemory: state.skip_active_memory_retrieval,
    guardrails: [],
    channelOverrides: {},
    waitFor: null,
    surfaceSpec: null,
  };
}

function compiledDecision(state: StateOf<'decision'>): engine.DecisionState {
  return {
    type: 'decision',
    name: state.name,
    objective: state.objective,
    exitConditions: state.exit_conditions.map(compiledExit),
    navigationGuidelines: state.decision_guidelines,
    tools: state.tool_call_specs.map(compiledTool),
    channelOverrides: {},
    waitFor: null,
    ...fillersOf(state),
  };
}

function compiledRecall({
  name,
  queries,
  requested_information,
  next_state,
}: StateOf<'recall'>): engine.RecallState {
  const wanted: engine.Wanted =
    queries === null
      ? { type: 'information', information: requested_information ?? '' }
      : { type: 'queries', queries };
  return { type: 'recall', name, wanted, nextState: compiledNext(next_state) };
}

function compiledToolCall(state: StateOf<'tool-call'>): engine.ToolCallState {
  return {
    type: 'tool-call',
    name: state.name,
    objective: state.designated_tool_call_objective,
    context: state.designated_tool_call_context,
    guidances: state.designated_tool_call_guidances,
    validations: state.designated_tool_call_validations,
    designatedTool: compiledTool(state.designated_tool),
    tools: state.tool_call_specs.map(compiledTool),
    nextState: compiledNext(state.next_state),
    audioFillers: state.designated_tool_call_params_generation_audio_fillers,
    audioFillerAfterMs: milliseconds(
      state.designated_tool_call_params_generation_audio_filler_triggered_after,
    ),
  };
}

function compiledExit({ description, next_state }: ExitCondition): engine.ExitCondition {
  return { description, nextState: compiledNext(next_state), fillerHint: null };
}

function compiledNext(next: NextState): engine.NextState {
  if (typeof next === 'string') return next;
  const [external, backTo] = next;
  const [reference = '', state = ''] = external.split('.');
  return { reference, state, backTo };
}

/** A turn waits for its tools, and takes their results up at once. */
function compiledTool(spec: ToolCallSpec): engine.ToolSpec {
  return {
    toolId: spec.tool_id,
    versionConstraint: spec.version_constraint,
    additionalInstruction: spec.additional_instruction,
    navigateOnCompletion: false,
    resultPersistence: spec.result_persistence,
    delivery: 'interrupt',
    failureDelivery: null,
    failureDeliveryByClass: null,
    execution: 'blocking',
    lifecycle: 'independent',
    contextBindings: [],
    progress: null,
    ...fillersOf(spec),
  };
}

function fillersOf({
  audio_fillers: audioFillers,
  audio_filler_triggered_after: seconds,
}: Pick<ToolCallSpec, 'audio_fillers' | 'audio_filler_triggered_after'>): engine.AudioFillers {
  return { audioFillers, audioFillerAfterMs: milliseconds(seconds) };
}

function milliseconds(seconds: number): number {
  return seconds * 1_000;
}
