import type {
  ActionState,
  AnnotationState,
  CollectionField,
  CollectionState,
  ContextGraph,
  DecisionState,
  ExitCondition,
  GraphState,
  NextState,
  RecallState,
  ReflectionState,
  Wanted,
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

export function recallState(name: string, wanted: Wanted, nextState: NextState): RecallState {
  return { type: 'recall', name, wanted, nextState };
}

export function reflectionState(
  name: string,
  nextState: NextState,
  fields: Partial<ReflectionState> = {},
): ReflectionState {
  const problem = `Problem of ${name}`;
  return { type: 'reflection', name, problem, wordLimit: 20, tools: [], nextState, ...fields };
}

export function fieldOf(
  key: string,
  type: CollectionField['type'],
  fields: Partial<CollectionField> = {},
): CollectionField {
  return {
    ...{ key, type, label: `The ${key}`, isRequired: true, options: [] },
    ...{ validation: null, askPrompt: null, ...fields },
  };
}

export function collectionState(
  name: string,
  wanted: readonly CollectionField[],
  onComplete: NextState,
  fields: Partial<CollectionState> = {},
): CollectionState {
  return {
    type: 'collection',
    name,
    objective: `Objective of ${name}`,
    fields: wanted,
    onComplete,
    maxTurns: 10,
    actionGuidelines: [],
    boundaryConstraints: [],
    tools: [],
    ...fields,
  };
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
