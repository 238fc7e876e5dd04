import type { StateShape } from '@svc/kernel';
import type { ContextGraphState } from './context-graph.js';

/** The shape of a snapshot. The compiler demands that it follows each change of the state. */
export const contextGraphShape: StateShape<NonNullable<ContextGraphState>> = {
  contextGraphId: 'string',
  name: 'string',
  createdAtMs: 'number',
  latestVersion: 'number',
};
