import type * as engine from '@svc/engine';
import { ContextGraphVersionBody, type PlatformGraph, type PlatformState } from './graph.js';
import { compiledOverrides, compiledTool, waitForOf } from './compile-parts.js';

type StateOf<Type extends PlatformState['type']> = Extract<PlatformState, { readonly type: Type }>;

/**
 * The graph that the engine walks.
 * @param body a stored version: its rules across states were checked when it was created
 * @throws ZodError for what is no graph of the Platform
 */
export function compileGraph(body: unknown): engine.ContextGraph {
  return compiledGraph(ContextGraphVersionBody.parse(body));
}

export function compiledGraph(graph: PlatformGraph): engine.ContextGraph {
  const { description, topology_description: topology } = graph;
  return {
    description: [description, topology ?? ''].filter((part) => part !== '').join('\n\n'),
    states: graph.states.map((state) => compiledState(graph, state)),
    newUserInitialState: graph.new_user_initial_state,
    returningUserInitialState: graph.returning_user_initial_state,
    terminalState: graph.terminal_state,
    references: {},
    navigationGuidelines: graph.global_intra_state_navigation_guidelines,
    actionGuidelines: graph.global_action_guidelines,
    boundaryConstraints: graph.global_boundary_constraints,
  };
}

function compiledState(graph: PlatformGraph, state: PlatformState): engine.GraphState {
  if (state.name === graph.terminal_state) return compiledTerminal(state);
  switch (state.type) {
    case 'action':
      return compiledAction(state);
    case 'decision':
      return compiledDecision(state);
    case 'annotation': {
      const { type, name, inner_thought: innerThought, next_state: nextState } = state;
      return { type, name, innerThought, nextState };
    }
    case 'data_collection':
      return compiledCollection(state);
  }
}

function compiledDecision(state: StateOf<'decision'>): engine.DecisionState {
  return {
    type: 'decision',
    name: state.name,
    objective: state.objective,
    exitConditions: state.exit_conditions.map(compiledExit),
    navigationGuidelines: state.decision_guidelines,
    tools: state.tool_call_specs.map(compiledTool),
    channelOverrides: compiledOverrides(state.channel_overrides),
    waitFor: waitForOf(state.wait_for),
    audioFillers: [],
    audioFillerAfterMs: null,
  };
}

/** Reaching it ends the session, so whatever its type is, the agent says goodbye there and nothing leads out. */
function compiledTerminal(state: PlatformState): engine.ActionState {
  if (state.type === 'action')
    return { ...compiledAction(state), exitConditions: [], exitTools: [], waitFor: null };
  const objective = state.type === 'annotation' ? state.inner_thought : state.objective;
  return {
    ...{ type: 'action', name: state.name, objective },
    actions: [actionOf('End the conversation: sum up what was settled, and say goodbye')],
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: [],
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: true,
    guardrails: state.type === 'annotation' ? [] : state.guardrails,
    channelOverrides: {},
    waitFor: null,
    surfaceSpec: null,
  };
}

function compiledAction(state: StateOf<'action'>): engine.ActionState {
  const actions = state.actions.map(({ description, filler_hint }) => actionOf(description, filler_hint));
  return {
    type: 'action',
    name: state.name,
    objective: state.objective,
    // Without actions, the agent just follows the objective.
    actions: actions.length > 0 ? actions : [actionOf('Pursue the objective')],
    navigationGuidelines: state.intra_state_navigation_guidelines,
    actionGuidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    exitConditions: state.exit_conditions.map(compiledExit),
    actionTools: state.action_tool_call_specs.map(compiledTool),
    exitTools: state.exit_condition_tool_call_specs.map(compiledTool),
    preloads: state.preload.map(({ tool_id: toolId, params }) => ({
      toolId,
      params: params as engine.PreloadSpec['params'],
    })),
    // Workspaces have no memories of this kind.
    skipsActiveMemory: true,
    guardrails: state.guardrails,
    channelOverrides: compiledOverrides(state.channel_overrides),
    waitFor: waitForOf(state.wait_for),
    surfaceSpec: state.surface_spec_template as engine.ActionState['surfaceSpec'],
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
    actionGuidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    tools: state.tool_call_specs.map(compiledTool),
    guardrails: state.guardrails,
    channelOverrides: compiledOverrides(state.channel_overrides),
    surfaceFallback: state.surface_fallback,
    surfaceFallbackAfterTurns: state.surface_fallback_after_turns,
  };
}

function actionOf(description: string, fillerHint: string | null = null): engine.Action {
  return { description, fillerHint };
}

function compiledExit(exit: StateOf<'decision'>['exit_conditions'][number]): engine.ExitCondition {
  return { description: exit.description, nextState: exit.next_state, fillerHint: exit.filler_hint };
}
