import type { StateName } from '../graph/context-graph.js';
import type { KnownToolCall } from '../input/tool-call.js';
import type { OfferedTool } from '../tools/offered-tool.js';
import type { Turn } from './turn.js';

/**
 * The call with effects that the graph wants here, if a turn that came to nothing has made it already: it is not made again. The
 * models are shown what came of it, or that it is still running.
 */
export function madeBefore(turn: Turn, tool: OfferedTool, state: StateName): KnownToolCall | undefined {
  const call = turn.tools.unheardOf(tool, state);
  if (call?.outcome === null) turn.tools.isPending = true;
  return call;
}
