import type { FieldError } from '@svc/errors';
import type { PlatformGraph, PlatformState } from './graph.js';

/** A tool that a graph names. */
export interface NamedTool {
  readonly toolId: string;
  readonly isEphemeral: boolean;
  /** Names of what code puts into its input. */
  readonly bindings: readonly string[];
  /** Of its id. */
  readonly loc: FieldError['loc'];
}

/** The tools that a graph names, as often as it does. @param at path to the graph */
export function namedTools(
  { states }: PlatformGraph,
  at: FieldError['loc'] = ['body'],
): readonly NamedTool[] {
  return states.flatMap((state, place) =>
    Object.entries(listsOf(state)).flatMap(([field, specs]) =>
      specs.map((spec, index) => ({
        toolId: spec.tool_id,
        isEphemeral: spec.result_persistence === 'ephemeral',
        bindings: spec.context_bindings ?? [],
        loc: [...at, 'states', place, field, index, 'tool_id'],
      })),
    ),
  );
}

interface Named {
  readonly tool_id: string;
  readonly result_persistence?: string;
  readonly context_bindings?: readonly string[];
}

function listsOf(state: PlatformState): Readonly<Record<string, readonly Named[]>> {
  switch (state.type) {
    case 'action': {
      const { action_tool_call_specs, exit_condition_tool_call_specs, preload } = state;
      return { action_tool_call_specs, exit_condition_tool_call_specs, preload };
    }
    case 'decision':
    case 'data_collection':
      return { tool_call_specs: state.tool_call_specs };
    case 'annotation':
      return {};
  }
}
