import type { ActionState } from '../graph/context-graph.js';

/** Where a turn speaks, and which action it takes there. */
export interface Stop {
  /** With the graph's global guidelines and constraints merged in. */
  readonly state: ActionState;
  readonly action: string;
}
