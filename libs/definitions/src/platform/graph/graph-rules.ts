import { distancesToSpeaking, indexStates, sessionNames } from '@svc/engine';
import type { FieldError } from '@svc/errors';
import { compiledGraph } from './compile-graph.js';
import type { PlatformGraph, PlatformState } from './graph.js';
import { namedTools } from './named-tools.js';

type Path = FieldError['loc'];

/** What the rules depend on beside the graph. */
export interface AuthoringRights {
  /** "Platform authoring" is on for the workspace: results of tools may be ephemeral. */
  readonly allowsEphemeral: boolean;
}

/** A field of a state that leads to another one. */
interface Lead {
  readonly next: string;
  readonly field: Path;
}

/** A broken rule across fields. */
function broken(loc: Path, msg: string): FieldError {
  return { loc, msg, type: 'value_error' };
}

/** The rules between the parts of a well-formed graph. @param at path to the graph */
export function brokenRules(
  graph: PlatformGraph,
  { allowsEphemeral }: AuthoringRights,
  at: Path = ['body'],
): readonly FieldError[] {
  const names = new Set(graph.states.map(({ name }) => name));
  const errors = [
    ...(graph.states.length === 0 ? [broken([...at, 'states'], 'must hold at least one state')] : []),
    ...duplicateNames(graph, at),
    ...namedStates(graph, names, at),
    ...graph.states.flatMap((state, place) => {
      const where = [...at, 'states', place];
      return [...missingStates(state, names, where), ...ownRules(graph, state, where)];
    }),
    ...unknownBindings(graph, at),
    ...(allowsEphemeral ? [] : ephemeralResults(graph, at)),
  ];
  return errors.length > 0 ? errors : silentStates(graph, at);
}

/** Where a state leads, in the author's order. */
export function leadsOf(state: PlatformState): readonly Lead[] {
  switch (state.type) {
    case 'action':
    case 'decision':
      return state.exit_conditions.map(({ next_state: next }, place) => ({
        next,
        field: ['exit_conditions', place, 'next_state'],
      }));
    case 'annotation':
      return [{ next: state.next_state, field: ['next_state'] }];
    case 'data_collection':
      return [{ next: state.on_complete, field: ['on_complete'] }];
  }
}

function duplicateNames({ states }: PlatformGraph, at: Path): readonly FieldError[] {
  const seen = new Set<string>();
  return states.flatMap(({ name }, place) => {
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    return [broken([...at, 'states', place, 'name'], `another state is already named "${name}"`)];
  });
}

function namedStates(graph: PlatformGraph, names: ReadonlySet<string>, at: Path): readonly FieldError[] {
  const fields = ['new_user_initial_state', 'returning_user_initial_state', 'terminal_state'] as const;
  return fields
    .filter((field) => !names.has(graph[field]))
    .map((field) => broken([...at, field], `there is no state "${graph[field]}" in this graph`));
}

function missingStates(state: PlatformState, names: ReadonlySet<string>, where: Path): readonly FieldError[] {
  return leadsOf(state)
    .filter(({ next }) => !names.has(next))
    .map(({ next, field }) => broken([...where, ...field], `there is no state "${next}" in this graph`));
}

function ownRules(graph: PlatformGraph, state: PlatformState, where: Path): readonly FieldError[] {
  switch (state.type) {
    case 'action':
      return state.exit_conditions.length === 0 && state.name !== graph.terminal_state
        ? [broken([...where, 'exit_conditions'], 'a state that is not the terminal one needs an exit')]
        : [];
    case 'decision':
      return state.exit_conditions.length === 0
        ? [broken([...where, 'exit_conditions'], 'a decision needs an exit')]
        : [];
    case 'data_collection':
      return fieldRules(state, where);
    case 'annotation':
      return [];
  }
}

function fieldRules(
  { fields }: Extract<PlatformState, { type: 'data_collection' }>,
  where: Path,
): readonly FieldError[] {
  const keys = fields.map(({ key }) => key);
  return [
    ...(fields.length === 0 ? [broken([...where, 'fields'], 'must hold at least one field')] : []),
    ...fields.flatMap(({ key }, place) =>
      keys.indexOf(key) < place
        ? [broken([...where, 'fields', place, 'key'], `another field already has the key "${key}"`)]
        : [],
    ),
  ];
}

/** A binding names a value of the session, or a tool of the graph, whose latest result it is. */
function unknownBindings(graph: PlatformGraph, at: Path): readonly FieldError[] {
  const tools = namedTools(graph, at);
  const known = new Set<string>([...sessionNames, ...tools.map(({ toolId }) => toolId)]);
  return tools.flatMap(({ bindings, loc }) =>
    bindings.flatMap((name, index) =>
      known.has(name)
        ? []
        : [
            broken(
              [...loc.slice(0, -1), 'context_bindings', index],
              `"${name}" is neither a value of the session (${sessionNames.join(', ')}) nor a tool of this graph`,
            ),
          ],
    ),
  );
}

function ephemeralResults(graph: PlatformGraph, at: Path): readonly FieldError[] {
  return namedTools(graph, at)
    .filter(({ isEphemeral }) => isEphemeral)
    .map(({ loc }) =>
      broken([...loc.slice(0, -1), 'result_persistence'], 'ephemeral results need Platform authoring'),
    );
}

/** A turn ends where the agent speaks, so each state must lead to one: none may only lead round and round. */
function silentStates(graph: PlatformGraph, at: Path): readonly FieldError[] {
  const distances = distancesToSpeaking(indexStates(compiledGraph(graph)));
  return graph.states.flatMap((state, place) => {
    if (distances.has(state.name)) return [];
    const msg = `no state in which the agent speaks can be reached from state "${state.name}"`;
    return [broken([...at, 'states', place, ...(leadsOf(state)[0]?.field ?? [])], msg)];
  });
}
