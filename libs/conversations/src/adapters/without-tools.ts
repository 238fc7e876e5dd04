import type { Tools } from '../ports/ports.js';

/** Where nobody runs tools: none is there. */
export const withoutTools: Tools = {
  describe: async () => [],
  call: async () => ({
    type: 'tool-failed',
    failure: 'generic',
    reason: 'There are no tools here.',
    durationMs: 0,
  }),
};
