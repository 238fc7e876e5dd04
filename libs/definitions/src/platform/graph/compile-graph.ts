import type * as engine from '@svc/engine';
import { ContextGraphVersionBody, type PlatformGraph, type PlatformState } from './graph.js';
import type { channels } from './state-parts.js';

type StateOf<Type extends PlatformState['type']> = Extract<PlatformState, { readonly type: Type }>;
type Spec = StateOf<'decision'>['tool_call_specs'][number];
type Guarded = StateOf<'decision' | 'data_collection' | 'action'>;

/**
 * The graph that the engine walks.
 * @param body a stored version: its rules across states were checked when it was created
 * @param channel of the conversation, for what states override there; null: of none in particular
 * @throws ZodError for what is no graph of the Platform
 */
export function compileGraph(
  body: unknown,
  channel: (typeof channels)[number] | null = null,
): engine.ContextGraph {
  return compiledGraph(ContextGraphVersionBody.parse(body), channel);
}

export function compiledGraph(
  graph: PlatformGraph,
  channel: (typeof channels)[number] | null = null,
): engine.ContextGraph {
  const { description, topology_description: topology } = graph;
  return {
    description: [description, topology ?? ''].filter((part) => part !== '').join('\n\n'),
    states: graph.states.map((state) => compiledState(graph, onChannel(state, channel))),
    newUserInitialState: graph.new_user_initial_state,
    returningUserInitialState: graph.returning_user_initial_state,
    terminalState: graph.terminal_state,
    references: {},
    navigationGuidelines: graph.global_intra_state_navigation_guidelines,
    actionGuidelines: graph.global_action_guidelines,
    boundaryConstraints: graph.global_boundary_constraints,
  };
}

/** What a channel overrides takes the place of the state's own; an empty list overrides nothing. */
function onChannel(state: PlatformState, channel: (typeof channels)[number] | null): PlatformState {
  const override =
    channel === null || state.type === 'annotation' ? undefined : state.channel_overrides[channel];
  if (override === undefined) return state;
  const objective = override.objective ?? (state as Guarded).objective;
  const guidelines = override.action_guidelines;
  const whole = { ...state, objective } as Guarded;
  return guidelines.length === 0 || whole.type === 'decision'
    ? whole
    : { ...whole, action_guidelines: guidelines };
}

function compiledState(graph: PlatformGraph, state: PlatformState): engine.GraphState {
  if (state.name === graph.terminal_state) return compiledTerminal(state);
  switch (state.type) {
    case 'action':
      return compiledAction(state);
    case 'decision': {
      const { type, name, objective, decision_guidelines: navigationGuidelines, tool_call_specs } = state;
      const exitConditions = state.exit_conditions.map(compiledExit);
      const tools = tool_call_specs.map(compiledTool);
      return { type, name, objective, exitConditions, navigationGuidelines, tools };
    }
    case 'annotation': {
      const { type, name, inner_thought: innerThought, next_state: nextState } = state;
      return { type, name, innerThought, nextState };
    }
    case 'data_collection':
      return compiledCollection(state);
  }
}

/** Reaching it ends the session, so whatever its type is, the agent says goodbye there and nothing leads out. */
function compiledTerminal(state: PlatformState): engine.ActionState {
  if (state.type === 'action') return { ...compiledAction(state), exitConditions: [], exitTools: [] };
  const objective = state.type === 'annotation' ? state.inner_thought : state.objective;
  return {
    ...{ type: 'action', name: state.name, objective },
    actions: ['End the conversation: sum up what was settled, and say goodbye'],
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: [],
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: true,
  };
}

function compiledAction(state: StateOf<'action'>): engine.ActionState {
  const actions = state.actions.map(({ description }) => description);
  return {
    type: 'action',
    name: state.name,
    objective: state.objective,
    // Without actions, the agent just follows the objective.
    actions: actions.length > 0 ? actions : ['Pursue the objective'],
    navigationGuidelines: state.intra_state_navigation_guidelines,
    actionGuidelines: [...state.action_guidelines, ...guarded(state, 'soft')],
    boundaryConstraints: [...state.boundary_constraints, ...guarded(state, 'hard')],
    exitConditions: state.exit_conditions.map(compiledExit),
    actionTools: state.action_tool_call_specs.map(compiledTool),
    exitTools: state.exit_condition_tool_call_specs.map(compiledTool),
    preloads: state.preload.map(({ tool_id: toolId, params }) => ({
      toolId,
      params: params as engine.PreloadSpec['params'],
    })),
    // Workspaces have no memories of this kind.
    skipsActiveMemory: true,
  };
}

function compiledCollection(state: StateOf<'data_collection'>): engine.CollectionState {
  return {
    type: 'collection',
    name: state.name,
    objective: state.objective,
    fields: state.fields.map(({ key, type, label, required, options, validation, ask_prompt }) => ({
      ...{ key, type, label, isRequired: required, options: options ?? [], validation },
      askPrompt: ask_prompt,
    })),
    onComplete: state.on_complete,
    maxTurns: state.max_turns,
    actionGuidelines: [...state.action_guidelines, ...guarded(state, 'soft')],
    boundaryConstraints: [...state.boundary_constraints, ...guarded(state, 'hard')],
    tools: state.tool_call_specs.map(compiledTool),
  };
}

/** Hard guardrails are limits of each message, soft ones advice. */
function guarded({ guardrails }: Guarded, wanted: 'hard' | 'soft'): readonly string[] {
  return guardrails
    .filter(({ enforcement }) => enforcement === wanted)
    .map(({ name, description }) => `${name}: ${description}`);
}

function compiledExit(exit: StateOf<'decision'>['exit_conditions'][number]): engine.ExitCondition {
  return { description: exit.description, nextState: exit.next_state };
}

function compiledTool(spec: Spec): engine.ToolSpec {
  return {
    toolId: spec.tool_id,
    versionConstraint: null,
    additionalInstruction: spec.additional_instruction,
    navigateOnCompletion: spec.navigate_on_completion,
    resultPersistence: spec.result_persistence,
    delivery: spec.delivery,
    failureDelivery: spec.failure_delivery,
    failureDeliveryByClass: spec.failure_delivery_by_class,
    execution: spec.execution,
    lifecycle: spec.lifecycle,
    contextBindings: spec.context_bindings,
  };
}
