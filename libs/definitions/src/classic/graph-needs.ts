import type { FieldError } from '@svc/errors';
import type { ClassicGraph, GraphState, StateName, ToolCallSpec } from './graph-schema.js';

/** A tool that a graph names. */
export interface NamedTool {
  readonly toolId: string;
  readonly versionConstraint: string;
  /** Of its id. */
  readonly loc: FieldError['loc'];
}

/** A version of another graph, and a state of it that this one enters. */
export interface EnteredGraph {
  readonly graphId: string;
  readonly version: number;
  /** Null: it is referred to, and never entered. */
  readonly state: StateName | null;
  readonly loc: FieldError['loc'];
}

/** The tools that a graph names, as often as it does. @param at path to the graph */
export function namedTools({ states }: ClassicGraph, at: FieldError['loc'] = ['body']): readonly NamedTool[] {
  return states.flatMap((state, place) =>
    specsOf(state).map(({ spec, field }) => ({
      toolId: spec.tool_id,
      versionConstraint: spec.version_constraint,
      loc: [...at, 'states', place, ...field, 'tool_id'],
    })),
  );
}

/** The other graphs that a graph needs, and which states of them. @param at path to the graph */
export function enteredGraphs(
  { states, references }: ClassicGraph,
  at: FieldError['loc'] = ['body'],
): readonly EnteredGraph[] {
  const named = Object.entries(references).map(([name, [graphId, version]]) => ({
    ...{ graphId, version, state: null },
    loc: [...at, 'references', name],
  }));
  const entered = states.flatMap((state, place) =>
    nextStatesOf(state).flatMap(({ next, field }) => {
      if (typeof next === 'string') return [];
      const [reference = '', name = ''] = next[0].split('.');
      const pinned = references[reference];
      if (pinned === undefined) return [];
      const [graphId, version] = pinned;
      return [{ graphId, version, state: name, loc: [...at, 'states', place, ...field, 0] }];
    }),
  );
  return [...named, ...entered];
}

function specsOf(
  state: GraphState,
): readonly { readonly spec: ToolCallSpec; readonly field: FieldError['loc'] }[] {
  const listed = (field: string, specs: readonly ToolCallSpec[]) =>
    specs.map((spec, place) => ({ spec, field: [field, place] }));
  switch (state.type) {
    case 'action':
      return [
        ...listed('action_tool_call_specs', state.action_tool_call_specs),
        ...listed('exit_condition_tool_call_specs', state.exit_condition_tool_call_specs),
      ];
    case 'tool-call':
      return [
        { spec: state.designated_tool, field: ['designated_tool'] },
        ...listed('tool_call_specs', state.tool_call_specs),
      ];
    case 'decision':
    case 'reflection':
      return listed('tool_call_specs', state.tool_call_specs);
    case 'annotation':
    case 'recall':
      return [];
  }
}

function nextStatesOf(state: GraphState) {
  return state.type === 'action' || state.type === 'decision'
    ? state.exit_conditions.map(({ next_state: next }, place) => ({
        next,
        field: ['exit_conditions', place, 'next_state'],
      }))
    : [{ next: state.next_state, field: ['next_state'] }];
}
