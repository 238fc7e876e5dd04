import type {
  ActionState,
  ContextGraph,
  DecisionState,
  ExitCondition,
  GraphOutline,
  GraphState,
  StateName,
} from './context-graph.js';

/** States by name. If two share a name, the first counts. */
export type StateIndex = ReadonlyMap<StateName, GraphState>;

// Graphs never change, so each is indexed once.
const indices = new WeakMap<ContextGraph, StateIndex>();

export function indexStates(graph: ContextGraph): StateIndex {
  const known = indices.get(graph);
  if (known !== undefined) return known;
  const index = new Map<StateName, GraphState>();
  for (const state of graph.states) if (!index.has(state.name)) index.set(state.name, state);
  indices.set(graph, index);
  return index;
}

/** Names of the states that this state's exits lead to, in the author's order. */
export function successors(state: GraphState): readonly StateName[] {
  return state.type === 'annotation'
    ? [state.next_state]
    : state.exit_conditions.map((exit) => exit.next_state);
}

const withTheirGlobals = new WeakMap<
  ActionState,
  { readonly graph: ContextGraph; readonly state: ActionState }
>();

/** The state with the graph's global guidelines and constraints before its own: they hold in every action state. */
export function withGlobals(graph: ContextGraph, state: ActionState): ActionState {
  const known = withTheirGlobals.get(state);
  if (known?.graph === graph) return known.state;
  const whole = {
    ...state,
    intra_state_navigation_guidelines: [
      ...graph.global_intra_state_navigation_guidelines,
      ...state.intra_state_navigation_guidelines,
    ],
    action_guidelines: [...graph.global_action_guidelines, ...state.action_guidelines],
    boundary_constraints: [...graph.global_boundary_constraints, ...state.boundary_constraints],
  };
  withTheirGlobals.set(state, { graph, state: whole });
  return whole;
}

const outlines = new WeakMap<ContextGraph, GraphOutline>();

/** What a graph says about all of its states. */
export function outlineOf(graph: ContextGraph): GraphOutline {
  const known = outlines.get(graph);
  if (known !== undefined) return known;
  const outline = {
    description: graph.description,
    navigationGuidelines: graph.global_intra_state_navigation_guidelines,
    actionGuidelines: graph.global_action_guidelines,
    boundaryConstraints: graph.global_boundary_constraints,
  };
  outlines.set(graph, outline);
  return outline;
}

/** The objective of a state, or of the first one behind annotations; empty where there is none. */
export function objectiveFrom(index: StateIndex, name: StateName): string {
  const passed = new Set<StateName>();
  let state = index.get(name);
  while (state?.type === 'annotation' && !passed.has(state.name)) {
    passed.add(state.name);
    state = index.get(state.next_state);
  }
  return state === undefined || state.type === 'annotation' ? '' : state.objective;
}

/** Depth of a graph from one state: the number of transitions to the farthest state by its shortest path. */
export function depthFrom(index: StateIndex, first: StateName): number {
  const known = depths.get(index) ?? new Map<StateName, number>();
  depths.set(index, known);
  let depth = known.get(first);
  if (depth === undefined) known.set(first, (depth = measuredDepth(index, first)));
  return depth;
}

const depths = new WeakMap<StateIndex, Map<StateName, number>>();

function measuredDepth(index: StateIndex, first: StateName): number {
  const reached = new Set([first]);
  let frontier = [first];
  for (let depth = 0; ; depth += 1) {
    const next: StateName[] = [];
    for (const state of frontier.map((name) => index.get(name))) {
      for (const name of state === undefined ? [] : successors(state)) {
        if (reached.has(name)) continue;
        reached.add(name);
        next.push(name);
      }
    }
    if (next.length === 0) return depth;
    frontier = next;
  }
}

/**
 * Fewest transitions from each state to an action state: 0 for action states, absent where none can be reached. On a second
 * visit to a decision state, a turn may only move to a smaller distance, so it always ends.
 */
export function distancesToAction(index: StateIndex): ReadonlyMap<StateName, number> {
  const predecessors = new Map<StateName, StateName[]>();
  for (const state of index.values()) {
    for (const next of successors(state)) {
      const known = predecessors.get(next);
      if (known === undefined) predecessors.set(next, [state.name]);
      else known.push(state.name);
    }
  }
  const distances = new Map<StateName, number>();
  let frontier = [...index.values()].filter((state) => state.type === 'action').map((state) => state.name);
  for (let distance = 0; frontier.length > 0; distance += 1) {
    for (const name of frontier) distances.set(name, distance);
    const reached = frontier.flatMap((name) => predecessors.get(name) ?? []);
    frontier = [...new Set(reached)].filter((name) => !distances.has(name));
  }
  return distances;
}

const distances = new WeakMap<StateIndex, ReadonlyMap<StateName, number>>();

/** The exits that lead nearer to an action state. */
export function nearerExits(
  index: StateIndex,
  { name, exit_conditions: exits }: DecisionState,
): readonly ExitCondition[] {
  let known = distances.get(index);
  if (known === undefined) distances.set(index, (known = distancesToAction(index)));
  const distanceOf = (state: StateName): number => known.get(state) ?? Infinity;
  return exits.filter((exit) => distanceOf(exit.next_state) < distanceOf(name));
}
