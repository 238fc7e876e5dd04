import { distancesToSpeaking, indexStates } from '@svc/engine';
import type { FieldError } from '@svc/errors';
import { compiledGraph } from './compile-graph.js';
import type { ClassicGraph, GraphState, NextState, StateName } from './graph-schema.js';

type Path = FieldError['loc'];

/** A graph with what its rules look up. */
interface Checked {
  readonly graph: ClassicGraph;
  /** By name. If two share a name, the first counts. */
  readonly states: ReadonlyMap<StateName, GraphState>;
  /** Path to the graph. */
  readonly at: Path;
}

/** A broken rule across fields. Clients know such an error by the type `value_error`. */
function broken(loc: Path, msg: string): FieldError {
  return { loc, msg, type: 'value_error' };
}

/** The rules between the parts of a well-formed graph. `at` is the path to the graph. */
export function brokenRules(graph: ClassicGraph, at: Path): readonly FieldError[] {
  const states = new Map(graph.states.map((state) => [state.name, state] as const).toReversed());
  const checked: Checked = { graph, states, at };
  const errors = [
    ...duplicateNames(checked),
    ...namedStates(checked),
    ...terminalState(checked),
    ...graph.states.flatMap((state, place) => {
      const where: Path = [...at, 'states', place];
      return [...transitions(state, checked, where), ...recalled(state, where)];
    }),
  ];
  return errors.length > 0 ? errors : deadEnds(checked);
}

function duplicateNames({ graph, at }: Checked): readonly FieldError[] {
  const seen = new Set<string>();
  return graph.states.flatMap((state, place) => {
    if (!seen.has(state.name)) {
      seen.add(state.name);
      return [];
    }
    return [broken([...at, 'states', place, 'name'], `another state is already named "${state.name}"`)];
  });
}

function namedStates({ graph, states, at }: Checked): readonly FieldError[] {
  const fields = ['new_user_initial_state', 'returning_user_initial_state', 'terminal_state'] as const;
  return fields
    .filter((field) => states.get(graph[field])?.type !== 'action')
    .map((field) => broken([...at, field], `"${graph[field]}" is not an action state of this graph`));
}

function terminalState({ graph, states, at }: Checked): readonly FieldError[] {
  const state = states.get(graph.terminal_state);
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

function transitions(state: GraphState, checked: Checked, where: Path): readonly FieldError[] {
  if (state.type !== 'action' && state.type !== 'decision')
    return nextState(state, state.next_state, checked, [...where, 'next_state']);
  return state.exit_conditions.flatMap((exit, place) =>
    nextState(state, exit.next_state, checked, [...where, 'exit_conditions', place, 'next_state']),
  );
}

function nextState(
  state: GraphState,
  next: NextState,
  { graph, states }: Checked,
  where: Path,
): readonly FieldError[] {
  const missing = (name: StateName, at: Path) =>
    states.has(name) ? [] : [broken(at, `there is no state "${name}" in this graph`)];
  if (typeof next === 'string')
    return next === state.name
      ? [broken(where, `state "${state.name}" can't lead to itself`)]
      : missing(next, where);
  const [external, back] = next;
  const [reference = ''] = external.split('.');
  const unknown = Object.hasOwn(graph.references, reference)
    ? []
    : [broken([...where, 0], `"${reference}" is not among the references of this graph`)];
  return [...unknown, ...missing(back, [...where, 1])];
}

function recalled(state: GraphState, where: Path): readonly FieldError[] {
  if (state.type !== 'recall' || (state.queries === null) !== (state.requested_information === null))
    return [];
  const msg = 'a recall state has either queries or requested information';
  return [broken([...where, state.queries === null ? 'queries' : 'requested_information'], msg)];
}

/** A turn ends in an action state, so each passthrough state must lead to one, whatever happens in other graphs. */
function deadEnds({ graph, at }: Checked): readonly FieldError[] {
  const distances = distancesToSpeaking(indexStates(compiledGraph(graph)));
  return graph.states.flatMap((state, place) =>
    distances.has(state.name)
      ? []
      : [broken([...at, 'states', place], `no action state can be reached from state "${state.name}"`)],
  );
}
