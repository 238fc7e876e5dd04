import type { ToolDescriptor, ToolSpec } from '../src/index.js';

/** A tool that books a visit on a day; it has effects. */
export const booking: ToolDescriptor = {
  toolId: 'book',
  versionConstraint: null,
  name: 'book',
  version: '1.0.0',
  description: 'Books a visit.',
  inputSchema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  hasEffects: true,
  timeoutMs: 10_000,
};

/** A tool that looks up who is there: without effects and without arguments. */
export const lookUp: ToolDescriptor = {
  ...booking,
  toolId: 'look',
  name: 'look',
  version: null,
  description: 'Says who is there.',
  inputSchema: { type: 'object', properties: {} },
  hasEffects: false,
};

/** How a graph names a tool, with the API's defaults. */
export function specOf({ toolId }: ToolDescriptor, changes: Partial<ToolSpec> = {}): ToolSpec {
  return {
    toolId,
    versionConstraint: null,
    additionalInstruction: '',
    navigateOnCompletion: false,
    resultPersistence: 'accumulate',
    delivery: 'interrupt',
    failureDelivery: null,
    failureDeliveryByClass: null,
    execution: 'blocking',
    lifecycle: 'independent',
    contextBindings: [],
    ...{ progress: null, audioFillers: [], audioFillerAfterMs: null },
    ...changes,
  };
}
