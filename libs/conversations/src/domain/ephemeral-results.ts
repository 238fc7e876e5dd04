import type { ContextGraph, GraphState, ToolSpec } from '@svc/engine';

/** Whether a tool of the graph has results that are stored nowhere. */
export function hasEphemeralResults({ states }: ContextGraph): boolean {
  return states.flatMap(specsOf).some(({ resultPersistence }) => resultPersistence === 'ephemeral');
}

function specsOf(state: GraphState): readonly ToolSpec[] {
  switch (state.type) {
    case 'action':
      return [...state.actionTools, ...state.exitTools];
    case 'tool-call':
      return [state.designatedTool, ...state.tools];
    case 'collection':
    case 'decision':
    case 'reflection':
      return state.tools;
    case 'annotation':
    case 'recall':
      return [];
  }
}
