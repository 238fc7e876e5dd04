import type { ContextGraph, GraphState } from '../graph/context-graph.js';
import type { ToolSpec } from '../graph/tool-spec.js';

/** What a spec names. */
export type NamedTool = Pick<ToolSpec, 'toolId' | 'versionConstraint'>;

const named = new WeakMap<ContextGraph, readonly NamedTool[]>();

/** The tools that a graph names, each once. */
export function toolsNamedBy(graph: ContextGraph): readonly NamedTool[] {
  const known = named.get(graph);
  if (known !== undefined) return known;
  const all = new Map<string, NamedTool>();
  for (const { toolId, versionConstraint } of graph.states.flatMap(toolsOf))
    all.set(JSON.stringify([toolId, versionConstraint]), { toolId, versionConstraint });
  const tools = [...all.values()];
  named.set(graph, tools);
  return tools;
}

function toolsOf(state: GraphState): readonly NamedTool[] {
  switch (state.type) {
    case 'action': {
      const preloads = state.preloads.map(({ toolId }) => ({ toolId, versionConstraint: null }));
      return [...state.actionTools, ...state.exitTools, ...preloads];
    }
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
