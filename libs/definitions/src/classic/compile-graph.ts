import type * as engine from '@svc/engine';
import type {
  ActionState,
  AnnotationState,
  ClassicGraph,
  DecisionState,
  ExitCondition,
  GraphState,
} from './graph.js';
import { classicGraphSchema } from './graph-schema.js';

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
    case 'annotation':
      return compiledAnnotation(state);
  }
}

function compiledAction(state: ActionState): engine.ActionState {
  return {
    type: 'action',
    name: state.name,
    objective: state.objective,
    actions: state.actions,
    navigationGuidelines: state.intra_state_navigation_guidelines,
    actionGuidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    exitConditions: state.exit_conditions.map(compiledExit),
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: state.skip_active_memory_retrieval,
  };
}

function compiledDecision(state: DecisionState): engine.DecisionState {
  return {
    type: 'decision',
    name: state.name,
    objective: state.objective,
    exitConditions: state.exit_conditions.map(compiledExit),
    navigationGuidelines: state.decision_guidelines,
    tools: [],
  };
}

function compiledAnnotation({ name, inner_thought, next_state }: AnnotationState): engine.AnnotationState {
  return { type: 'annotation', name, innerThought: inner_thought, nextState: next_state };
}

function compiledExit({ description, next_state }: ExitCondition): engine.ExitCondition {
  return { description, nextState: next_state };
}
