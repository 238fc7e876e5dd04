import type {
  Action,
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

/** An exit, an action: those of a test say of fillers only what it is about. */
export type PlainExit = Omit<ExitCondition, 'fillerHint'> & Partial<ExitCondition>;

export function exitsOf(exits: readonly PlainExit[]): readonly ExitCondition[] {
  return exits.map((exit) => ({ fillerHint: null, ...exit }));
}

export function actionsOf(actions: readonly (string | Action)[]): readonly Action[] {
  return actions.map((action) =>
    typeof action === 'string' ? { description: action, fillerHint: null } : action,
  );
}

export const unfilled = { audioFillers: [], audioFillerAfterMs: null } as const;

type PlainFields = Omit<Partial<ActionState>, 'actions' | 'exitConditions'> & {
  readonly actions?: readonly (string | Action)[];
  readonly exitConditions?: readonly PlainExit[];
};

export function actionState(
  name: string,
  { actions = [`Action of ${name}`], exitConditions = [], ...fields }: PlainFields = {},
): ActionState {
  return {
    type: 'action',
    name,
    objective: `Objective of ${name}`,
    actions: actionsOf(actions),
    navigationGuidelines: [],
    actionGuidelines: [],
    boundaryConstraints: [],
    exitConditions: exitsOf(exitConditions),
    actionTools: [],
    exitTools: [],
    preloads: [],
    skipsActiveMemory: false,
    guardrails: [],
    channelOverrides: {},
    waitFor: null,
    surfaceSpec: null,
    ...fields,
  };
}

export function decisionState(
  name: string,
  exits: readonly PlainExit[],
  fields: Partial<DecisionState> = {},
): DecisionState {
  return {
    type: 'decision',
    name,
    objective: `Objective of ${name}`,
    exitConditions: exitsOf(exits),
    navigationGuidelines: [],
    tools: [],
    ...{ ...unfilled, channelOverrides: {}, waitFor: null },
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
  return { type: 'reflection', name, problem, wordLimit: 20, tools: [], nextState, ...unfilled, ...fields };
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
    ...{ guardrails: [], channelOverrides: {} },
    ...{ surfaceFallback: false, surfaceFallbackAfterTurns: 6 },
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
