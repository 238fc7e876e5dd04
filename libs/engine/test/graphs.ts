import type {
  ActionState,
  AnnotationState,
  ContextGraph,
  DecisionState,
  ExitCondition,
  GraphState,
  NextState,
} from '../src/index.js';

/** Builders of small graphs for tests. Every required field has a value, so a test names only what it is about. */

export function actionState(name: string, fields: Partial<ActionState> = {}): ActionState {
  return {
    type: 'action',
    name,
    objective: `Objective of ${name}`,
    actions: [`Action of ${name}`],
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: [],
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: false,
    ...fields,
  };
}

export function decisionState(
  name: string,
  exits: readonly ExitCondition[],
  fields: Partial<DecisionState> = {},
): DecisionState {
  return {
    type: 'decision',
    name,
    objective: `Objective of ${name}`,
    exitConditions: exits,
    navigationGuidelines: [],
    tools: [],
    ...fields,
  };
}

export function annotationState(name: string, innerThought: string, nextState: NextState): AnnotationState {
  return { type: 'annotation', name, innerThought, nextState };
}

/** Users begin in the first state; the last one is the terminal state. */
export function graphOf(states: readonly GraphState[], fields: Partial<ContextGraph> = {}): ContextGraph {
  const first = states[0]?.name ?? '';
  return {
    description: 'A graph.',
    states: [...states],
    newUserInitialState: first,
    returningUserInitialState: first,
    terminalState: states.at(-1)?.name ?? '',
    references: {},
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    ...fields,
  };
}
