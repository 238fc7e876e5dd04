import type { RunToolRequest } from '@svc/contracts/agents';
import type { AgentsServer } from './agents-server.js';

export const booking = { name: 'Ada', day: '2026-11-23', time: '09:00' };
export const bookingSchema = {
  type: 'object',
  required: ['name', 'day', 'time'],
  properties: { name: { type: 'string' }, day: { type: 'string', format: 'date' }, time: { type: 'string' } },
};

/** A call with that input. */
export async function runTool(server: AgentsServer, changes: Partial<RunToolRequest>) {
  const { outcome } = await server.tools.runTool({
    tenantId: '',
    toolId: '',
    inputJson: JSON.stringify(booking),
    effectKey: 'conversation/interaction/1',
    timeoutMs: 10_000,
    maxResultCharacters: 10_000,
    variables: {},
    secretVariables: {},
    dryRun: false,
    isApproved: false,
    ...changes,
  });
  if (!outcome) throw new Error('There is no outcome.');
  return outcome;
}
