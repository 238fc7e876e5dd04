import { builtInToolNames } from '../../schema/built-in-tools.js';
import type { PlatformGraph, PlatformState } from './graph.js';
import { leadsOf } from './graph-rules.js';
import { namedTools } from './named-tools.js';
import { readSurfaceTemplate } from '../surface/surface-body.js';

/**
 * What is allowed and probably not meant, one sentence each, of a graph that keeps its rules.
 * @param isKnownTool whether a tool is there by now: skills may come to be after the graph
 */
export function graphWarnings(
  graph: PlatformGraph,
  isKnownTool: (toolId: string) => boolean,
): readonly string[] {
  return [
    ...silentTerminal(graph),
    ...unreachable(graph),
    ...decisionCycles(graph),
    ...unknownTools(graph, isKnownTool),
    ...choicesWithoutOptions(graph),
    ...decisionsThatWait(graph),
    ...formsThatCanNotBeMade(graph),
  ];
}

function silentTerminal({ states, terminal_state }: PlatformGraph): readonly string[] {
  const terminal = states.find(({ name }) => name === terminal_state);
  if (terminal === undefined || terminal.type === 'action') return [];
  return [`terminal_state: "${terminal_state}" is a state of type ${terminal.type}, not action.`];
}

function unreachable(graph: PlatformGraph): readonly string[] {
  const { states, new_user_initial_state, returning_user_initial_state } = graph;
  const leads = leadsByName(states);
  const reached = new Set([new_user_initial_state, returning_user_initial_state]);
  for (const name of reached) for (const next of leads.get(name) ?? []) reached.add(next);
  return states.flatMap(({ name }, place) =>
    reached.has(name) ? [] : [`states.${place}: "${name}" can't be reached from an initial state.`],
  );
}

/** Decisions that lead to one another round and round, with no state in between where the agent speaks. */
function decisionCycles({ states, terminal_state }: PlatformGraph): readonly string[] {
  const silent = states.filter(
    ({ type, name }) => (type === 'decision' || type === 'annotation') && name !== terminal_state,
  );
  const round = leadingRound(leadsByName(silent));
  return states.flatMap(({ name, type }, place) =>
    type === 'decision' && round.has(name)
      ? [`states.${place}: decision "${name}" can lead round and round before the agent speaks.`]
      : [],
  );
}

/** The states from which a walk can go on for ever: all but those that lead out only, again and again. */
function leadingRound(leads: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const before = new Map<string, string[]>();
  const open = new Map<string, number>();
  for (const [name, all] of leads) {
    const within = [...new Set(all)].filter((next) => leads.has(next));
    open.set(name, within.length);
    for (const next of within) (before.get(next) ?? before.set(next, []).get(next))?.push(name);
  }
  const ended = new Set([...open].filter(([, count]) => count === 0).map(([name]) => name));
  for (const name of ended) {
    for (const earlier of before.get(name) ?? []) {
      const left = (open.get(earlier) ?? 0) - 1;
      open.set(earlier, left);
      if (left === 0) ended.add(earlier);
    }
  }
  return new Set([...leads.keys()].filter((name) => !ended.has(name)));
}

function unknownTools(graph: PlatformGraph, isKnownTool: (toolId: string) => boolean): readonly string[] {
  return namedTools(graph, []).flatMap(({ toolId, loc }) =>
    isKnownTool(toolId) || builtInToolNames.has(toolId)
      ? []
      : [`${loc.join('.')}: there is no tool "${toolId}" yet.`],
  );
}

/** No turn ends in a decision, so none can wait in one. */
function decisionsThatWait({ states }: PlatformGraph): readonly string[] {
  return states.flatMap((state, place) =>
    state.type === 'decision' && state.wait_for !== null
      ? [`states.${place}: wait_for of decision "${state.name}" has no effect.`]
      : [],
  );
}

/** A conversation that comes there is told so, and waits for nothing. */
function formsThatCanNotBeMade({ states }: PlatformGraph): readonly string[] {
  return states.flatMap((state, place) => {
    if (state.type !== 'action' || state.wait_for !== 'surface_submission') return [];
    const read = readSurfaceTemplate(state.surface_spec_template, state.name);
    if ('body' in read) return [];
    return read.problems.map(
      (problem) => `states.${place}.surface_spec_template: no form can be made of it: ${problem}`,
    );
  });
}

function choicesWithoutOptions({ states }: PlatformGraph): readonly string[] {
  return states.flatMap((state, place) => {
    if (state.type !== 'data_collection') return [];
    return state.fields.flatMap(({ key, type, options }, index) =>
      (type === 'select' || type === 'multiselect') && (options ?? []).length === 0
        ? [`states.${place}.fields.${index}: field "${key}" has no options to choose from.`]
        : [],
    );
  });
}

function leadsByName(states: readonly PlatformState[]): ReadonlyMap<string, readonly string[]> {
  return new Map(states.map((state) => [state.name, leadsOf(state).map(({ next }) => next)]));
}
