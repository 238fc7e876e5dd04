import type {
  ContextGraph,
  DecisionState,
  ExitCondition,
  GraphOutline,
  GraphState,
  NextState,
  SpeakingState,
  StateName,
} from './context-graph.js';
import type { Guardrail } from './speech-rules.js';

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

/** Names of the states of this graph that a state leads to, in the author's order: behind a visit, where it comes back to. */
export function successors(state: GraphState): readonly StateName[] {
  return nextStates(state).map(stateBehind);
}

/** Where a state leads, in the author's order. */
export function nextStates(state: GraphState): readonly NextState[] {
  switch (state.type) {
    case 'action':
    case 'decision':
      return state.exitConditions.map((exit) => exit.nextState);
    case 'collection':
      return [state.onComplete];
    case 'annotation':
    case 'recall':
    case 'reflection':
    case 'tool-call':
      return [state.nextState];
  }
}

function stateBehind(next: NextState): StateName {
  return typeof next === 'string' ? next : next.backTo;
}

/** The state that is entered next: of this graph, or of the one that is visited. */
export function enteredBy(next: NextState): StateName {
  return typeof next === 'string' ? next : next.state;
}

/** Whether a turn can end in it. */
export function isSpeaking(state: GraphState): state is SpeakingState {
  return state.type === 'action' || state.type === 'collection';
}

const withTheirGlobals = new WeakMap<
  SpeakingState,
  { readonly graph: ContextGraph; readonly state: SpeakingState }
>();

/**
 * The state with the graph's global guidelines and constraints before its own: they hold in every speaking state. Hard guardrails
 * are limits of each message, soft ones advice.
 */
export function withGlobals<State extends SpeakingState>(graph: ContextGraph, state: State): State {
  const known = withTheirGlobals.get(state);
  if (known?.graph === graph) return known.state as State;
  const whole = {
    ...state,
    ...(state.type === 'action'
      ? { navigationGuidelines: [...graph.navigationGuidelines, ...state.navigationGuidelines] }
      : {}),
    actionGuidelines: [...graph.actionGuidelines, ...state.actionGuidelines, ...guarded(state, 'soft')],
    boundaryConstraints: [
      ...graph.boundaryConstraints,
      ...state.boundaryConstraints,
      ...guarded(state, 'hard'),
    ],
  };
  withTheirGlobals.set(state, { graph, state: whole });
  return whole;
}

function guarded({ guardrails }: SpeakingState, wanted: Guardrail['enforcement']): readonly string[] {
  return guardrails
    .filter(({ enforcement }) => enforcement === wanted)
    .map(({ name, description }) => `${name}: ${description}`);
}

const outlines = new WeakMap<ContextGraph, GraphOutline>();

/** What a graph says about all of its states. */
export function outlineOf(graph: ContextGraph): GraphOutline {
  const known = outlines.get(graph);
  if (known !== undefined) return known;
  const { description, navigationGuidelines, actionGuidelines, boundaryConstraints } = graph;
  const outline = { description, navigationGuidelines, actionGuidelines, boundaryConstraints };
  outlines.set(graph, outline);
  return outline;
}

/** What a state is for, in the author's words; null where those say nothing of it. */
export function objectiveOf(state: GraphState): string | null {
  switch (state.type) {
    case 'action':
    case 'collection':
    case 'decision':
    case 'tool-call':
      return state.objective;
    case 'reflection':
      return state.problem;
    case 'annotation':
    case 'recall':
      return null;
  }
}

/** The objective of a state, or of the first one behind it that has one; empty where there is none. */
export function objectiveFrom(index: StateIndex, name: StateName): string {
  const passed = new Set<StateName>();
  let state = index.get(name);
  while (state !== undefined && !passed.has(state.name)) {
    const objective = objectiveOf(state);
    if (objective !== null) return objective;
    passed.add(state.name);
    const [next] = successors(state);
    state = next === undefined ? undefined : index.get(next);
  }
  return '';
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
 * Fewest transitions from each state to a speaking one: 0 for those, absent where none can be reached. On a second visit to a
 * decision state, a turn may only move to a smaller distance, so it always ends.
 */
export function distancesToSpeaking(index: StateIndex): ReadonlyMap<StateName, number> {
  const predecessors = new Map<StateName, StateName[]>();
  for (const state of index.values()) {
    for (const next of successors(state)) {
      const known = predecessors.get(next);
      if (known === undefined) predecessors.set(next, [state.name]);
      else known.push(state.name);
    }
  }
  const distances = new Map<StateName, number>();
  let frontier = [...index.values()].filter(isSpeaking).map((state) => state.name);
  for (let distance = 0; frontier.length > 0; distance += 1) {
    for (const name of frontier) distances.set(name, distance);
    const reached = frontier.flatMap((name) => predecessors.get(name) ?? []);
    frontier = [...new Set(reached)].filter((name) => !distances.has(name));
  }
  return distances;
}

const distances = new WeakMap<StateIndex, ReadonlyMap<StateName, number>>();

/** The exits that lead nearer to a speaking state. */
export function nearerExits(
  index: StateIndex,
  { name, exitConditions: exits }: DecisionState,
): readonly ExitCondition[] {
  let known = distances.get(index);
  if (known === undefined) distances.set(index, (known = distancesToSpeaking(index)));
  const distanceOf = (state: StateName): number => known.get(state) ?? Infinity;
  return exits.filter((exit) => distanceOf(stateBehind(exit.nextState)) < distanceOf(name));
}
