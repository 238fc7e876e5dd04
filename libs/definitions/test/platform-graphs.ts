import { ContextGraphVersionBody, type PlatformGraph } from '../src/platform/graph/graph.js';

/** Builders of small graphs of the Platform for tests; defaults are filled in by the schema. */
export type Loose = Record<string, unknown>;

export function actionState(name: string, exits: readonly Loose[] = [], fields: Loose = {}): Loose {
  return {
    type: 'action',
    name,
    objective: `Objective of ${name}`,
    actions: [{ description: `Action of ${name}` }],
    intra_state_navigation_guidelines: [],
    action_guidelines: [],
    boundary_constraints: [],
    exit_conditions: exits,
    ...fields,
  };
}

export function exit(next: string): Loose {
  return { description: `to ${next}`, next_state: next };
}

export function decisionState(name: string, ...next: readonly string[]): Loose {
  return { type: 'decision', name, objective: `Objective of ${name}`, exit_conditions: next.map(exit) };
}

export function annotationState(name: string, next: string): Loose {
  return { type: 'annotation', name, inner_thought: `Thought of ${name}`, next_state: next };
}

export function dataCollectionState(name: string, next: string, fields: Loose = {}): Loose {
  return {
    type: 'data_collection',
    name,
    objective: `Objective of ${name}`,
    fields: [{ key: 'day', type: 'date', label: 'The day' }],
    on_complete: next,
    ...fields,
  };
}

/** Users begin in the first state; the last one is the terminal state. */
export function graphOf(states: readonly Loose[], fields: Loose = {}): Loose {
  const name = (state: Loose | undefined) => state?.['name'] ?? '';
  return {
    states,
    new_user_initial_state: name(states[0]),
    returning_user_initial_state: name(states[0]),
    terminal_state: name(states.at(-1)),
    ...fields,
  };
}

/** start → Ask for the day → fork → note → goodbye */
export function everyKind(): Loose {
  return graphOf([
    actionState('start', [exit('Ask for the day?')]),
    dataCollectionState('Ask for the day?', 'fork'),
    decisionState('fork', 'note', 'start'),
    annotationState('note', 'goodbye'),
    actionState('goodbye'),
  ]);
}

export function parsed(graph: Loose): PlatformGraph {
  return ContextGraphVersionBody.parse(graph);
}
