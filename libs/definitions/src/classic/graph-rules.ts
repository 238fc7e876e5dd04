import { distancesToSpeaking, indexStates } from '@svc/engine';
import type { FieldError } from '@svc/errors';
import { compiledGraph } from './compile-graph.js';
import type { ClassicGraph, GraphState, StateName } from './graph.js';

type Path = FieldError['loc'];
/** By name. If two share a name, the first counts. */
type StateIndex = ReadonlyMap<StateName, GraphState>;

/** A broken rule across fields. Clients know such an error by the type `value_error`. */
function broken(loc: Path, msg: string): FieldError {
  return { loc, msg, type: 'value_error' };
}

/** The rules between the parts of a well-formed graph. `at` is the path to the graph. */
export function brokenRules(graph: ClassicGraph, at: Path): readonly FieldError[] {
  const index: StateIndex = new Map(graph.states.map((state) => [state.name, state] as const).toReversed());
  const errors = [
    ...duplicateNames(graph, at),
    ...namedStates(graph, index, at),
    ...terminalState(graph, index, at),
    ...graph.states.flatMap((state, place) => transitions(state, index, [...at, 'states', place])),
  ];
  return errors.length > 0 ? errors : deadEnds(graph, at);
}

function duplicateNames(graph: ClassicGraph, at: Path): readonly FieldError[] {
  const seen = new Set<string>();
  return graph.states.flatMap((state, place) => {
    if (!seen.has(state.name)) {
      seen.add(state.name);
      return [];
    }
    return [broken([...at, 'states', place, 'name'], `another state is already named "${state.name}"`)];
  });
}

function namedStates(graph: ClassicGraph, index: StateIndex, at: Path): readonly FieldError[] {
  const fields = ['new_user_initial_state', 'returning_user_initial_state', 'terminal_state'] as const;
  return fields
    .filter((field) => index.get(graph[field])?.type !== 'action')
    .map((field) => broken([...at, field], `"${graph[field]}" is not an action state of this graph`));
}

function terminalState(graph: ClassicGraph, index: StateIndex, at: Path): readonly FieldError[] {
  const state = index.get(graph.terminal_state);
  if (state?.type !== 'action') return [];
  const where: Path = [...at, 'states', graph.states.indexOf(state)];
  const errors: FieldError[] = [];
  if (state.exit_conditions.length > 0) {
    errors.push(broken([...where, 'exit_conditions'], 'the terminal state has no exit conditions'));
  }
  if (state.actions.length !== 1)
    errors.push(broken([...where, 'actions'], 'the terminal state has exactly one action'));
  return errors;
}

function transitions(state: GraphState, index: StateIndex, where: Path): readonly FieldError[] {
  if (state.type === 'annotation') return nextState(state, state.next_state, index, [...where, 'next_state']);
  return state.exit_conditions.flatMap((exit, place) =>
    nextState(state, exit.next_state, index, [...where, 'exit_conditions', place, 'next_state']),
  );
}

function nextState(state: GraphState, next: string, index: StateIndex, where: Path): readonly FieldError[] {
  if (next === state.name) return [broken(where, `state "${state.name}" can't lead to itself`)];
  if (!index.has(next)) return [broken(where, `there is no state "${next}" in this graph`)];
  return [];
}

/** A turn ends in an action state, so each passthrough state must lead to one. */
function deadEnds(graph: ClassicGraph, at: Path): readonly FieldError[] {
  const distances = distancesToSpeaking(indexStates(compiledGraph(graph)));
  return graph.states.flatMap((state, place) =>
    distances.has(state.name)
      ? []
      : [broken([...at, 'states', place], `no action state can be reached from state "${state.name}"`)],
  );
}
