import type { StateShape } from '@svc/kernel';
import { versionBodyShape } from '../version-body.js';
import type { AgentState } from './agent.js';

/** The shape of a snapshot. The compiler demands that it follows each change of the state. */
export const agentShape: StateShape<NonNullable<AgentState>> = {
  agentId: 'string',
  name: 'string',
  createdAtMs: 'number',
  latestVersion: 'number',
  latestBody: ['nullable', versionBodyShape],
};
